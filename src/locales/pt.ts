import type { Catalogue } from '../messages/catalogue.js';
import { addMessages } from '../messages/languages.js';

/** Portuguese, as in Brazil, with *você*. No native speaker has reviewed it yet. */
export const pt: Catalogue = {
  newPin: 'Novo PIN',
  confirmPin: 'Confirme o novo PIN',
  hint: '{length} dígitos. Evite datas e sequências.',
  showPin: 'Mostrar PIN',
  showPinName: 'Mostrar PIN nos dois campos',
  full: 'Já há {length} dígitos.',

  submit: 'Definir PIN',
  submitting: 'Definindo seu PIN…',
  waiting: 'Estamos renovando sua sessão. Seu PIN foi mantido, não é preciso digitar nada de novo.',
  offline: 'Você está sem conexão. Conecte-se à internet para definir seu PIN.',
  again: 'Está demorando mais que o normal. Vamos tentar de novo, por até um minuto.',
  cancel: 'Cancelar',
  cancelled: 'Cancelado. Seu PIN não mudou.',
  cancelledUnconfirmed:
    'Cancelado. Seu novo PIN pode estar definido ou não. Digite-o de novo para ter certeza.',
  tryAgain: 'Tentar de novo com o mesmo PIN',
  startOver: 'Escolher outro PIN',
  loading: 'Carregando o formulário…',
  notLoaded: 'Não foi possível carregar o formulário. Tente novamente.',
  reload: 'Tentar novamente',

  set: 'Seu novo PIN está definido para o cartão com final {last4}.',
  setWithoutLast4: 'Seu novo PIN está definido.',
  setNext: 'Use-o na próxima vez que pagar ou sacar dinheiro.',

  newPinProblems: {
    missing: 'Digite {length} dígitos para o novo PIN.',
    'too-short': 'Um PIN tem {length} dígitos. Digite os que faltam.',
    'too-long': 'Um PIN tem {length} dígitos. Apague os que sobram.',
    repeated: 'Um só dígito repetido é fácil de adivinhar. Escolha outro PIN.',
    sequence: 'Dígitos em sequência são fáceis de adivinhar. Escolha outro PIN.',
    common: 'PINs assim são comuns e fáceis de adivinhar. Escolha outro PIN.',
    year: 'Anos são fáceis de adivinhar. Escolha outro PIN.',
    palindrome: 'Um PIN igual de trás para frente é fácil de adivinhar. Escolha outro PIN.',
    keypad: 'Linhas no teclado são fáceis de adivinhar. Escolha outro PIN.',
    personal: 'Alguém que conheça você pode adivinhar este PIN. Escolha outro PIN.',
    'paste-too-long': 'O texto colado tem mais de {length} dígitos. Digite seu PIN.',
    'paste-not-digits': 'O texto colado não é um PIN. Digite {length} dígitos.',
  },
  confirmationProblems: {
    missing: 'Digite o novo PIN mais uma vez.',
    'too-short': 'Um PIN tem {length} dígitos. Digite os que faltam.',
    'too-long': 'Um PIN tem {length} dígitos. Apague os que sobram.',
    mismatch: 'Os PINs não são iguais. Digite-o de novo.',
    'paste-too-long': 'O texto colado tem mais de {length} dígitos. Digite seu PIN.',
    'paste-not-digits': 'O texto colado não é um PIN. Digite {length} dígitos.',
  },
  codes: {
    INVALID_PIN: 'Este PIN não é aceito. Escolha outro.',
    PIN_TOO_SIMPLE: 'Este PIN é fácil de adivinhar. Escolha outro.',
    PIN_PREVIOUSLY_USED: 'Você já usou este PIN. Escolha outro.',
    CARD_NOT_ACTIVE: 'Este cartão ainda não está ativo. Ative-o e depois defina o PIN.',
    CARD_NOT_FOUND: 'Não encontramos este cartão. Volte e escolha-o de novo.',
  },
  outcomes: {
    rejected:
      'O emissor do seu cartão não aceitou. Seu PIN não mudou. Tente outro PIN ou fale com o emissor do seu cartão.',
    denied:
      'Não é possível definir o PIN deste cartão aqui. Seu PIN não mudou. Fale com o emissor do seu cartão.',
    'token-expired': 'Sua sessão terminou. Seu PIN não mudou. Entre de novo e depois defina o PIN.',
    'rate-limited':
      'Há pedidos demais neste momento. Seu PIN não mudou. Tente de novo em um minuto.',
    unavailable:
      'Não conseguimos contato com o emissor do seu cartão. Seu PIN não mudou. Verifique sua conexão e tente de novo.',
    unconfirmed:
      'Não recebemos uma resposta clara: seu novo PIN pode estar definido ou não. É seguro tentar de novo com o mesmo PIN.',
    misconfigured:
      'Há algo errado com esta página, não com seu PIN. Seu PIN não mudou. Fale com o emissor do seu cartão.',
  },
  holdEnding:
    'Para sua segurança, o PIN será apagado em meio minuto. Pressione uma tecla ou toque aqui para mantê-lo.',
  holdEnded:
    'Para sua segurança, o PIN digitado foi apagado. Ele pode estar definido ou não. Digite-o de novo para ter certeza.',
  quote: 'Referência: {requestId}',
};

addMessages('pt', pt);
