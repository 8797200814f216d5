import { addMessages } from '../messages/languages.js';

/** German, with *Sie*. Not yet reviewed by a native speaker. */
export const de = addMessages('de', {
  newPin: 'Neue PIN',
  confirmPin: 'Neue PIN bestätigen',
  hint: '{length} Ziffern. Vermeiden Sie Geburtsdaten und Zahlenfolgen.',
  showPin: 'PIN anzeigen',
  showPinName: 'PIN anzeigen (in beiden Feldern)',
  hidePin: 'PIN ausblenden',
  hidePinName: 'PIN ausblenden (in beiden Feldern)',
  full: 'Sie haben schon alle {length} Ziffern eingegeben.',

  next: 'Weiter',
  submit: 'PIN festlegen',
  submitting: 'PIN wird festgelegt …',
  connecting: 'Wird verbunden …',
  waiting: 'Ihre Sitzung wird verlängert. Sie müssen nichts neu eingeben.',
  offline:
    'Sie sind offenbar offline. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  again: 'Das dauert länger als sonst. Wir versuchen es weiter (höchstens eine Minute).',
  cancel: 'Abbrechen',
  cancelled: 'Abgebrochen.',
  cancelledUnconfirmed:
    'Gestoppt. Ob Ihre neue PIN festgelegt wurde, ist unklar. Geben Sie sie am besten noch einmal ein.',
  tryAgain: 'PIN noch einmal senden',
  chooseAnother: 'Andere PIN wählen',
  loading: 'Das Formular wird geladen …',
  notLoaded: 'Das Formular wurde nicht geladen. Versuchen Sie es noch einmal.',
  reload: 'Noch einmal versuchen',

  set: 'Ihre neue PIN ist festgelegt.',
  setFor: 'Für die Karte mit den Endziffern {last4}.',
  setNext: 'Verwenden Sie die neue PIN beim nächsten Bezahlen oder Abheben.',

  newPinProblems: {
    missing: 'Geben Sie {length} Ziffern für Ihre neue PIN ein.',
    'too-short': 'Geben Sie alle {length} Ziffern ein.',
    'too-long': 'Das sind mehr als {length} Ziffern. Geben Sie nur Ihre PIN ein.',
    'not-digits': 'Eine PIN hat nur Ziffern. Geben Sie {length} Ziffern ein.',
    repeated: 'Lauter gleiche Ziffern sind leicht zu erraten. Wählen Sie eine andere PIN.',
    sequence: 'Zahlenfolgen sind leicht zu erraten. Wählen Sie eine andere PIN.',
    common: 'Diese PIN verwenden viele. Wählen Sie eine andere PIN.',
    year: 'Eine PIN mit einer Jahreszahl ist leicht zu erraten. Wählen Sie eine andere PIN.',
  },
  confirmationProblems: {
    missing: 'Geben Sie Ihre neue PIN noch einmal ein.',
    'too-short': 'Geben Sie alle {length} Ziffern ein.',
    'too-long': 'Das sind mehr als {length} Ziffern. Geben Sie nur Ihre PIN ein.',
    'not-digits': 'Eine PIN hat nur Ziffern. Geben Sie {length} Ziffern ein.',
    mismatch: 'Die PINs sind nicht gleich. Geben Sie dieselbe PIN ein.',
  },
  codes: {
    INVALID_PIN: 'Diese PIN wird nicht akzeptiert. Wählen Sie eine andere.',
    PIN_TOO_SIMPLE: 'Diese PIN ist zu leicht zu erraten. Wählen Sie eine andere.',
    PIN_PREVIOUSLY_USED: 'Diese PIN haben Sie schon einmal verwendet. Wählen Sie eine andere.',
    CARD_NOT_ACTIVE:
      'Diese Karte ist noch nicht aktiv. Aktivieren Sie sie und legen Sie dann die PIN fest.',
    CARD_NOT_FOUND: 'Wir finden diese Karte nicht. Gehen Sie zurück und wählen Sie sie neu aus.',
  },
  outcomes: {
    rejected:
      'Ihr Kartenherausgeber hat das nicht angenommen. Versuchen Sie es mit einer anderen PIN oder wenden Sie sich an ihn.',
    denied: 'Wenden Sie sich an Ihren Kartenherausgeber, um die PIN dieser Karte festzulegen.',
    'token-expired':
      'Ihre Sitzung ist abgelaufen. Melden Sie sich wieder an, um Ihre PIN festzulegen.',
    'token-unavailable':
      'Bei uns ist ein Fehler aufgetreten. Versuchen Sie es in einigen Minuten noch einmal.',
    'rate-limited': 'Es gab zu viele Anfragen. Versuchen Sie es in einer Minute noch einmal.',
    unavailable:
      'Sie sind offenbar offline. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    unconfirmed:
      'Ob Ihre neue PIN festgelegt wurde, ist unklar. Senden Sie dieselbe PIN noch einmal oder wenden Sie sich an Ihren Kartenherausgeber.',
    misconfigured: 'Es liegt an dieser Seite. Wenden Sie sich an Ihren Kartenherausgeber.',
  },
  rateLimitedLonger: 'Es gab zu viele Anfragen. Versuchen Sie es später noch einmal.',
  interrupted: 'Die Eingabe wurde unterbrochen. Geben Sie Ihre PIN noch einmal ein.',
  quote: 'Referenz: {requestId}',
});
