import type { Catalogue } from '../messages/catalogue.js';
import { addMessages } from '../messages/languages.js';

/** Spanish, with *usted*. No native speaker has reviewed it yet. */
export const es: Catalogue = {
  newPin: 'Nuevo PIN',
  confirmPin: 'Confirme el nuevo PIN',
  hint: '{length} dígitos. Evite fechas y secuencias.',
  autoSubmitHint: 'El último dígito guarda su PIN.',
  showPin: 'Mostrar PIN',
  showPinName: 'Mostrar PIN en ambos campos',
  full: 'Ya escribió los {length} dígitos.',

  next: 'Continuar',
  submit: 'Guardar PIN',
  submitting: 'Guardando su PIN…',
  waiting: 'Estamos renovando su sesión. No tiene que escribir el PIN otra vez.',
  offline: 'No tiene conexión. Conéctese para guardar su PIN.',
  again: 'Está tardando más de lo normal. Lo estamos intentando otra vez; puede tardar un minuto.',
  cancel: 'Cancelar',
  cancelled: 'Cancelado. Su nuevo PIN no está guardado.',
  cancelledUnconfirmed:
    'Detenido. No sabemos si su nuevo PIN quedó guardado. Escríbalo otra vez para asegurarse.',
  tryAgain: 'Reintentar con este PIN',
  startOver: 'Elegir otro PIN',
  loading: 'Cargando el formulario…',
  notLoaded: 'No se pudo cargar el formulario. Inténtelo otra vez.',
  reload: 'Intentarlo otra vez',

  set: 'Su nuevo PIN ya está activo.',
  setFor: 'Para la tarjeta terminada en {last4}.',
  setNext: 'Úselo la próxima vez que pague o retire efectivo.',

  newPinProblems: {
    missing: 'Escriba {length} dígitos para su nuevo PIN.',
    'too-short': 'Escriba los {length} dígitos.',
    'too-long': 'Su PIN debe tener {length} dígitos. Borre los que sobran.',
    repeated: 'Un mismo número repetido es fácil de adivinar. Elija otro PIN.',
    sequence: 'Los números consecutivos son fáciles de adivinar. Elija otro PIN.',
    common: 'Muchas personas usan este PIN. Elija otro.',
    year: 'Un PIN con un año es fácil de adivinar. Elija otro PIN.',
    personal: 'Alguien cercano podría adivinar este PIN. Elija otro PIN.',
    'paste-too-long': 'El texto pegado tiene más de {length} dígitos. Escriba solo su PIN.',
    'paste-not-digits': 'El texto pegado no contiene solo dígitos. Escriba {length} dígitos.',
  },
  confirmationProblems: {
    missing: 'Escriba su nuevo PIN otra vez.',
    'too-short': 'Escriba los {length} dígitos.',
    'too-long': 'Su PIN debe tener {length} dígitos. Borre los que sobran.',
    mismatch: 'Los PIN no coinciden. Escriba el mismo PIN otra vez.',
    'paste-too-long': 'El texto pegado tiene más de {length} dígitos. Escriba solo su PIN.',
    'paste-not-digits': 'El texto pegado no contiene solo dígitos. Escriba {length} dígitos.',
  },
  codes: {
    INVALID_PIN: 'Este PIN no se acepta. Elija otro.',
    PIN_TOO_SIMPLE: 'Este PIN es demasiado fácil de adivinar. Elija otro.',
    PIN_PREVIOUSLY_USED: 'Ya ha usado este PIN. Elija otro.',
    CARD_NOT_ACTIVE: 'Esta tarjeta aún no está activa. Actívela y después guarde su PIN.',
    CARD_NOT_FOUND: 'No encontramos esta tarjeta. Vuelva atrás y elíjala otra vez.',
  },
  outcomes: {
    rejected:
      'El emisor de su tarjeta ha rechazado la solicitud. Su nuevo PIN no está guardado. Pruebe con otro PIN o contacte con el emisor.',
    denied: 'Aquí no puede guardar el PIN de esta tarjeta. Contacte con el emisor de su tarjeta.',
    'token-expired':
      'Su sesión ha terminado. Su nuevo PIN no está guardado. Inicie sesión e inténtelo otra vez.',
    'rate-limited':
      'Hay demasiadas solicitudes en este momento. Su nuevo PIN no está guardado. Inténtelo otra vez en un minuto.',
    unavailable:
      'El servicio del emisor de su tarjeta no está disponible y su nuevo PIN no está guardado. Inténtelo de nuevo en unos minutos.',
    unconfirmed:
      'Aún no sabemos si su nuevo PIN quedó guardado. Puede reintentar con el mismo PIN sin riesgo.',
    misconfigured:
      'Algo falla en esta página, no en su PIN. Su nuevo PIN no está guardado. Contacte con el emisor de su tarjeta.',
  },
  notSent:
    'No tiene conexión y su nuevo PIN no está guardado. Vuelva a conectarse e inténtelo de nuevo.',
  holdEnding:
    'Por su seguridad, el PIN se borrará en medio minuto. Pulse una tecla o toque aquí para conservarlo.',
  holdEnded:
    'Por su seguridad, hemos borrado el PIN que escribió. Puede que ya esté guardado. Escríbalo otra vez para asegurarse.',
  quote: 'Referencia: {requestId}',
};

addMessages('es', es);
