import type { Catalogue } from '../messages/catalogue.js';
import { addMessages } from '../messages/languages.js';

/** Spanish, with *usted*. No native speaker has reviewed it yet. */
export const es: Catalogue = {
  newPin: 'Nuevo PIN',
  confirmPin: 'Confirme el nuevo PIN',
  hint: '{length} dígitos. Evite fechas y secuencias.',
  showPin: 'Mostrar PIN',
  showPinName: 'Mostrar PIN en ambos campos',
  full: 'Ya hay {length} dígitos.',

  submit: 'Establecer PIN',
  submitting: 'Estableciendo su PIN…',
  waiting: 'Renovamos su sesión. Su PIN se conserva, no tiene que escribir nada de nuevo.',
  offline: 'No tiene conexión. Conéctese a internet para establecer su PIN.',
  again: 'Está tardando más de lo normal. Lo intentamos otra vez, durante un minuto como máximo.',
  cancel: 'Cancelar',
  cancelled: 'Cancelado. Su PIN no ha cambiado.',
  cancelledUnconfirmed:
    'Cancelado. Su nuevo PIN puede estar establecido o no. Escríbalo otra vez para asegurarse.',
  tryAgain: 'Intentar otra vez con el mismo PIN',
  startOver: 'Elegir otro PIN',
  loading: 'Cargando el formulario…',
  notLoaded: 'No se pudo cargar el formulario. Inténtelo de nuevo.',
  reload: 'Intentarlo de nuevo',

  set: 'Su nuevo PIN está establecido para la tarjeta terminada en {last4}.',
  setWithoutLast4: 'Su nuevo PIN está establecido.',
  setNext: 'Úselo la próxima vez que pague o retire efectivo.',

  newPinProblems: {
    missing: 'Escriba {length} dígitos para su nuevo PIN.',
    'too-short': 'Un PIN tiene {length} dígitos. Añada los que faltan.',
    'too-long': 'Un PIN tiene {length} dígitos. Quite los que sobran.',
    repeated: 'Un solo dígito repetido es fácil de adivinar. Elija otro PIN.',
    sequence: 'Los dígitos seguidos son fáciles de adivinar. Elija otro PIN.',
    common: 'Los PIN así son muy comunes y fáciles de adivinar. Elija otro PIN.',
    year: 'Los años son fáciles de adivinar. Elija otro PIN.',
    palindrome: 'Un PIN que se lee igual al revés es fácil de adivinar. Elija otro PIN.',
    keypad: 'Las líneas en el teclado son fáciles de adivinar. Elija otro PIN.',
    personal: 'Alguien que le conozca puede adivinar este PIN. Elija otro PIN.',
    'paste-too-long': 'Lo que pegó tiene más de {length} dígitos. Escriba su PIN.',
    'paste-not-digits': 'Lo que pegó no es un PIN. Escriba {length} dígitos.',
  },
  confirmationProblems: {
    missing: 'Escriba su nuevo PIN una vez más.',
    'too-short': 'Un PIN tiene {length} dígitos. Añada los que faltan.',
    'too-long': 'Un PIN tiene {length} dígitos. Quite los que sobran.',
    mismatch: 'Los PIN no coinciden. Escríbalo otra vez.',
    'paste-too-long': 'Lo que pegó tiene más de {length} dígitos. Escriba su PIN.',
    'paste-not-digits': 'Lo que pegó no es un PIN. Escriba {length} dígitos.',
  },
  codes: {
    INVALID_PIN: 'Este PIN no se acepta. Elija otro.',
    PIN_TOO_SIMPLE: 'Este PIN es fácil de adivinar. Elija otro.',
    PIN_PREVIOUSLY_USED: 'Ya ha usado este PIN. Elija otro.',
    CARD_NOT_ACTIVE: 'Esta tarjeta aún no está activa. Actívela y después establezca su PIN.',
    CARD_NOT_FOUND: 'No encontramos esta tarjeta. Vuelva atrás y elíjala de nuevo.',
  },
  outcomes: {
    rejected:
      'El emisor de su tarjeta no lo ha aceptado. Su PIN no ha cambiado. Pruebe con otro PIN o contacte con el emisor de su tarjeta.',
    denied:
      'Aquí no puede establecer el PIN de esta tarjeta. Su PIN no ha cambiado. Contacte con el emisor de su tarjeta.',
    'token-expired':
      'Su sesión ha terminado. Su PIN no ha cambiado. Inicie sesión de nuevo y después establezca su PIN.',
    'rate-limited':
      'Hay demasiadas solicitudes en este momento. Su PIN no ha cambiado. Inténtelo de nuevo en un minuto.',
    unavailable:
      'No podemos comunicarnos con el emisor de su tarjeta. Su PIN no ha cambiado. Compruebe su conexión e inténtelo de nuevo.',
    unconfirmed:
      'No recibimos una respuesta clara: su nuevo PIN puede estar establecido o no. Intentarlo otra vez con el mismo PIN es seguro.',
    misconfigured:
      'Algo falla en esta página, no en su PIN. Su PIN no ha cambiado. Contacte con el emisor de su tarjeta.',
  },
  holdEnding:
    'Por su seguridad, el PIN se borrará en medio minuto. Pulse una tecla o toque aquí para conservarlo.',
  holdEnded:
    'Por su seguridad se borró el PIN que escribió. Puede estar establecido o no. Escríbalo otra vez para asegurarse.',
  quote: 'Referencia: {requestId}',
};

addMessages('es', es);
