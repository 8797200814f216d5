import { addMessages } from '../messages/languages.js';

/** Spanish, with *usted*. Not yet reviewed by a native speaker. */
export const es = addMessages('es', {
  newPin: 'Nuevo PIN',
  confirmPin: 'Confirme el nuevo PIN',
  hint: '{length} dígitos. Evite fechas y secuencias.',
  showPin: 'Mostrar PIN',
  showPinName: 'Mostrar PIN en ambos campos',
  hidePin: 'Ocultar PIN',
  hidePinName: 'Ocultar PIN en ambos campos',
  full: 'Ya ha escrito los {length} dígitos.',

  next: 'Continuar',
  submit: 'Guardar PIN',
  submitting: 'Guardando su PIN…',
  connecting: 'Conectando…',
  waiting: 'Estamos renovando su sesión. No tiene que escribir el PIN otra vez.',
  offline: 'Parece que no tiene conexión. Compruébela e inténtelo de nuevo.',
  again: 'Está tardando más de lo normal. Lo estamos intentando otra vez; puede tardar un minuto.',
  cancel: 'Cancelar',
  cancelled: 'Cancelado.',
  cancelledUnconfirmed:
    'Proceso detenido. No sabemos si su nuevo PIN se ha guardado. Escríbalo otra vez para asegurarse.',
  tryAgain: 'Reintentar con este PIN',
  chooseAnother: 'Elegir otro PIN',
  loading: 'Cargando el formulario…',
  notLoaded: 'No se pudo cargar el formulario. Inténtelo otra vez.',
  reload: 'Intentarlo otra vez',

  set: 'Su nuevo PIN se ha guardado.',
  setFor: 'Para la tarjeta terminada en {last4}.',
  setNext: 'Úselo la próxima vez que pague o retire efectivo.',

  newPinProblems: {
    missing: 'Escriba {length} dígitos para su nuevo PIN.',
    'too-short': 'Escriba los {length} dígitos.',
    'too-long': 'Hay más de {length} dígitos. Escriba solo su PIN.',
    'not-digits': 'Un PIN solo tiene dígitos. Escriba {length} dígitos.',
    repeated: 'Un mismo número repetido es fácil de adivinar. Elija otro PIN.',
    sequence: 'Los números consecutivos son fáciles de adivinar. Elija otro PIN.',
    common: 'Muchas personas usan este PIN. Elija otro.',
    year: 'Un PIN que contiene un año es fácil de adivinar. Elija otro PIN.',
  },
  confirmationProblems: {
    missing: 'Escriba su nuevo PIN otra vez.',
    'too-short': 'Escriba los {length} dígitos.',
    'too-long': 'Hay más de {length} dígitos. Escriba solo su PIN.',
    'not-digits': 'Un PIN solo tiene dígitos. Escriba {length} dígitos.',
    mismatch: 'Los PIN no coinciden. Escriba el mismo PIN otra vez.',
  },
  codes: {
    INVALID_PIN: 'Este PIN no se acepta. Elija otro.',
    PIN_TOO_SIMPLE: 'Este PIN es demasiado fácil de adivinar. Elija otro.',
    PIN_PREVIOUSLY_USED: 'Ya ha usado este PIN. Elija otro.',
    CARD_NOT_ACTIVE: 'Esta tarjeta aún no está activa. Actívela y después elija su PIN.',
    CARD_NOT_FOUND: 'No encontramos esta tarjeta. Vuelva atrás y elíjala otra vez.',
  },
  outcomes: {
    rejected:
      'El emisor de su tarjeta no ha aceptado la solicitud. Pruebe con otro PIN o contacte con el emisor.',
    denied: 'Contacte con el emisor de su tarjeta para elegir el PIN de esta tarjeta.',
    'token-expired': 'Su sesión ha caducado. Inicie sesión otra vez para elegir su PIN.',
    'token-unavailable':
      'Se ha producido un error en nuestro sistema. Inténtelo de nuevo en unos minutos.',
    'rate-limited': 'Ha habido demasiadas solicitudes. Inténtelo de nuevo en un minuto.',
    unavailable: 'Parece que no tiene conexión. Compruébela e inténtelo de nuevo.',
    unconfirmed:
      'No sabemos si su nuevo PIN se ha guardado. Reintente con el mismo PIN o contacte con el emisor de su tarjeta.',
    misconfigured: 'Algo falla en esta página. Contacte con el emisor de su tarjeta.',
  },
  rateLimitedLonger: 'Ha habido demasiadas solicitudes. Inténtelo de nuevo más tarde.',
  interrupted: 'Se ha interrumpido la escritura. Escriba su PIN otra vez.',
  quote: 'Referencia: {requestId}',
});
