import { addMessages } from '../messages/languages.js';

/**
 * Portuguese for Portugal. Nearly every sentence differs from Brazil’s, because *PIN* is masculine
 * and *senha* feminine. Not yet reviewed by a native speaker.
 */
export const ptPT = addMessages('pt-PT', {
  newPin: 'Novo PIN do cartão',
  confirmPin: 'Confirme o novo PIN',
  hint: '{length} dígitos. Evite datas e sequências.',
  showPin: 'Mostrar PIN',
  showPinName: 'Mostrar PIN nos dois campos',
  hidePin: 'Ocultar PIN',
  hidePinName: 'Ocultar PIN nos dois campos',
  full: 'Já introduziu os {length} dígitos.',

  next: 'Continuar',
  submit: 'Definir PIN',
  submitting: 'A definir o PIN…',
  connecting: 'A ligar…',
  waiting: 'Estamos a renovar a sua sessão. Não precisa de introduzir o PIN novamente.',
  offline: 'Parece que está sem ligação. Verifique a ligação e tente novamente.',
  again: 'Está a demorar mais do que o habitual. Estamos a tentar de novo; pode levar um minuto.',
  cancel: 'Cancelar',
  cancelled: 'Cancelado.',
  cancelledUnconfirmed:
    'Interrompido. Não sabemos se o seu novo PIN foi definido. Introduza-o novamente para ter a certeza.',
  tryAgain: 'Tentar com o mesmo PIN',
  chooseAnother: 'Escolher outro PIN',
  loading: 'A carregar o formulário…',
  notLoaded: 'Não foi possível carregar o formulário. Tente novamente.',
  reload: 'Tentar novamente',

  set: 'O seu novo PIN foi definido.',
  setFor: 'Para o cartão terminado em {last4}.',
  setNext: 'Use-o na próxima vez que pagar ou levantar dinheiro.',

  newPinProblems: {
    missing: 'Introduza {length} dígitos para o novo PIN.',
    'too-short': 'Introduza os {length} dígitos.',
    'too-long': 'Há mais de {length} dígitos. Introduza só o PIN.',
    'not-digits': 'Um PIN só tem dígitos. Introduza {length} dígitos.',
    repeated: 'Um mesmo dígito repetido é fácil de adivinhar. Escolha outro PIN.',
    sequence: 'Dígitos em sequência são fáceis de adivinhar. Escolha outro PIN.',
    common: 'Muitas pessoas usam este PIN. Escolha outro.',
    year: 'Um PIN que contém um ano é fácil de adivinhar. Escolha outro PIN.',
  },
  confirmationProblems: {
    missing: 'Introduza o novo PIN outra vez.',
    'too-short': 'Introduza os {length} dígitos.',
    'too-long': 'Há mais de {length} dígitos. Introduza só o PIN.',
    'not-digits': 'Um PIN só tem dígitos. Introduza {length} dígitos.',
    mismatch: 'Os PIN não são iguais. Introduza o mesmo PIN.',
  },
  codes: {
    INVALID_PIN: 'Este PIN não é aceite. Escolha outro.',
    PIN_TOO_SIMPLE: 'Este PIN é demasiado fácil de adivinhar. Escolha outro.',
    PIN_PREVIOUSLY_USED: 'Já usou este PIN. Escolha outro.',
    CARD_NOT_ACTIVE: 'Este cartão ainda não está ativo. Ative-o e depois defina o PIN.',
    CARD_NOT_FOUND: 'Não encontrámos este cartão. Volte atrás e escolha-o novamente.',
  },
  outcomes: {
    rejected:
      'O emissor do seu cartão não aceitou o pedido. Tente outro PIN ou contacte o emissor.',
    denied: 'Contacte o emissor do seu cartão para definir o PIN deste cartão.',
    'token-expired': 'A sua sessão expirou. Inicie sessão novamente para definir o PIN.',
    'token-unavailable': 'Ocorreu um erro do nosso lado. Tente novamente dentro de alguns minutos.',
    'rate-limited': 'Houve demasiados pedidos. Tente novamente dentro de um minuto.',
    unavailable: 'Parece que está sem ligação. Verifique a ligação e tente novamente.',
    unconfirmed:
      'Não sabemos se o seu novo PIN foi definido. Tente com o mesmo PIN ou contacte o emissor do seu cartão.',
    misconfigured: 'Há um problema com esta página. Contacte o emissor do seu cartão.',
  },
  rateLimitedLonger: 'Houve demasiados pedidos. Tente novamente mais tarde.',
  interrupted: 'A introdução foi interrompida. Introduza o PIN outra vez.',
  quote: 'Referência: {requestId}',
});
