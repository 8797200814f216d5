import { addMessages } from '../messages/languages.js';

/** Portuguese for Brazil, with *você*. Not yet reviewed by a native speaker. */
export const pt = addMessages('pt', {
  newPin: 'Nova senha do cartão',
  confirmPin: 'Confirme a nova senha',
  hint: '{length} dígitos. Evite datas e sequências.',
  showPin: 'Mostrar senha',
  showPinName: 'Mostrar senha nos dois campos',
  hidePin: 'Ocultar senha',
  hidePinName: 'Ocultar senha nos dois campos',
  full: 'Você já digitou os {length} dígitos.',

  next: 'Continuar',
  submit: 'Definir senha',
  submitting: 'Definindo sua senha…',
  connecting: 'Conectando…',
  waiting: 'Estamos renovando sua sessão. Você não precisa digitar a senha de novo.',
  offline: 'Parece que você está sem conexão. Verifique sua conexão e tente novamente.',
  again: 'Está demorando mais que o normal. Estamos tentando de novo; pode levar um minuto.',
  cancel: 'Cancelar',
  cancelled: 'Cancelado.',
  cancelledUnconfirmed:
    'Interrompido. Não sabemos se sua nova senha foi definida. Digite-a novamente para ter certeza.',
  tryAgain: 'Tentar com a mesma senha',
  chooseAnother: 'Escolher outra senha',
  loading: 'Carregando o formulário…',
  notLoaded: 'Não foi possível carregar o formulário. Tente de novo.',
  reload: 'Tentar de novo',

  set: 'Sua nova senha foi definida.',
  setFor: 'Para o cartão com final {last4}.',
  setNext: 'Use-a na próxima vez que pagar ou sacar dinheiro.',

  newPinProblems: {
    missing: 'Digite {length} dígitos para a nova senha.',
    'too-short': 'Digite os {length} dígitos.',
    'too-long': 'Há mais de {length} dígitos. Digite só sua senha.',
    'not-digits': 'A senha só tem dígitos. Digite {length} dígitos.',
    repeated: 'Um mesmo dígito repetido é fácil de adivinhar. Escolha outra senha.',
    sequence: 'Dígitos em sequência são fáceis de adivinhar. Escolha outra senha.',
    common: 'Muitas pessoas usam esta senha. Escolha outra.',
    year: 'Uma senha que contém um ano é fácil de adivinhar. Escolha outra senha.',
  },
  confirmationProblems: {
    missing: 'Digite a nova senha de novo.',
    'too-short': 'Digite os {length} dígitos.',
    'too-long': 'Há mais de {length} dígitos. Digite só sua senha.',
    'not-digits': 'A senha só tem dígitos. Digite {length} dígitos.',
    mismatch: 'As senhas não são iguais. Digite a mesma senha de novo.',
  },
  codes: {
    INVALID_PIN: 'Esta senha não é aceita. Escolha outra.',
    PIN_TOO_SIMPLE: 'Esta senha é fácil demais de adivinhar. Escolha outra.',
    PIN_PREVIOUSLY_USED: 'Você já usou esta senha. Escolha outra.',
    CARD_NOT_ACTIVE: 'Este cartão ainda não está ativo. Ative-o e depois defina a senha.',
    CARD_NOT_FOUND: 'Não encontramos este cartão. Volte e escolha-o de novo.',
  },
  outcomes: {
    rejected:
      'O emissor do seu cartão não aceitou o pedido. Tente outra senha ou fale com o emissor.',
    denied: 'Fale com o emissor do seu cartão para definir a senha deste cartão.',
    'token-expired': 'Sua sessão expirou. Faça login novamente para definir sua senha.',
    'token-unavailable': 'Ocorreu um erro do nosso lado. Tente novamente em alguns minutos.',
    'rate-limited': 'Houve muitas solicitações. Tente novamente em um minuto.',
    unavailable: 'Parece que você está sem conexão. Verifique sua conexão e tente novamente.',
    unconfirmed:
      'Não sabemos se sua nova senha foi definida. Tente com a mesma senha ou fale com o emissor do seu cartão.',
    misconfigured: 'Há algo errado com esta página. Fale com o emissor do seu cartão.',
  },
  rateLimitedLonger: 'Houve muitas solicitações. Tente novamente mais tarde.',
  interrupted: 'A digitação foi interrompida. Digite sua senha de novo.',
  quote: 'Referência: {requestId}',
});
