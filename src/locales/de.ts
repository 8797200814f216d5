import type { Catalogue } from '../messages/catalogue.js';
import { addMessages } from '../messages/languages.js';

/** German, with *Sie*. No native speaker has reviewed it yet. */
export const de: Catalogue = {
  newPin: 'Neue PIN',
  confirmPin: 'Neue PIN bestätigen',
  hint: '{length} Ziffern. Vermeiden Sie Geburtstage und Zahlenfolgen.',
  showPin: 'PIN anzeigen',
  showPinName: 'PIN anzeigen in beiden Feldern',
  full: 'Es sind schon {length} Ziffern.',

  submit: 'PIN festlegen',
  submitting: 'Ihre PIN wird festgelegt…',
  waiting:
    'Ihre Sitzung wird erneuert. Ihre PIN bleibt erhalten, Sie müssen nichts noch einmal eingeben.',
  offline: 'Sie sind offline. Verbinden Sie sich mit dem Internet, um Ihre PIN festzulegen.',
  again: 'Das dauert länger als sonst. Wir versuchen es weiter, höchstens eine Minute lang.',
  cancel: 'Abbrechen',
  cancelled: 'Abgebrochen. Ihre PIN ist unverändert.',
  cancelledUnconfirmed:
    'Abgebrochen. Ob Ihre neue PIN gilt, ist nicht sicher. Geben Sie sie zur Sicherheit noch einmal ein.',
  tryAgain: 'Mit derselben PIN noch einmal versuchen',
  startOver: 'Andere PIN wählen',
  loading: 'Das Formular wird geladen…',
  notLoaded: 'Das Formular wurde nicht geladen. Versuchen Sie es noch einmal.',
  reload: 'Noch einmal versuchen',

  set: 'Ihre neue PIN für die Karte mit den Endziffern {last4} ist festgelegt.',
  setWithoutLast4: 'Ihre neue PIN ist festgelegt.',
  setNext: 'Sie brauchen sie, wenn Sie das nächste Mal bezahlen oder Geld abheben.',

  newPinProblems: {
    missing: 'Geben Sie {length} Ziffern für Ihre neue PIN ein.',
    'too-short': 'Eine PIN hat {length} Ziffern. Ergänzen Sie die fehlenden.',
    'too-long': 'Eine PIN hat {length} Ziffern. Entfernen Sie die überzähligen.',
    repeated: 'Eine Ziffer immer wieder ist leicht zu erraten. Wählen Sie eine andere PIN.',
    sequence: 'Zahlenfolgen sind leicht zu erraten. Wählen Sie eine andere PIN.',
    common: 'Solche PINs sind verbreitet und leicht zu erraten. Wählen Sie eine andere PIN.',
    year: 'Jahreszahlen sind leicht zu erraten. Wählen Sie eine andere PIN.',
    palindrome:
      'Eine PIN, die rückwärts gleich ist, ist leicht zu erraten. Wählen Sie eine andere PIN.',
    keypad: 'Linien auf dem Tastenfeld sind leicht zu erraten. Wählen Sie eine andere PIN.',
    personal: 'Wer Sie kennt, kann diese PIN erraten. Wählen Sie eine andere PIN.',
    'paste-too-long': 'Der eingefügte Text hat mehr als {length} Ziffern. Tippen Sie Ihre PIN ein.',
    'paste-not-digits': 'Der eingefügte Text ist keine PIN. Tippen Sie {length} Ziffern ein.',
  },
  confirmationProblems: {
    missing: 'Geben Sie Ihre neue PIN noch einmal ein.',
    'too-short': 'Eine PIN hat {length} Ziffern. Ergänzen Sie die fehlenden.',
    'too-long': 'Eine PIN hat {length} Ziffern. Entfernen Sie die überzähligen.',
    mismatch: 'Die PINs stimmen nicht überein. Geben Sie sie noch einmal ein.',
    'paste-too-long': 'Der eingefügte Text hat mehr als {length} Ziffern. Tippen Sie Ihre PIN ein.',
    'paste-not-digits': 'Der eingefügte Text ist keine PIN. Tippen Sie {length} Ziffern ein.',
  },
  codes: {
    INVALID_PIN: 'Diese PIN wird nicht angenommen. Wählen Sie eine andere.',
    PIN_TOO_SIMPLE: 'Diese PIN ist leicht zu erraten. Wählen Sie eine andere.',
    PIN_PREVIOUSLY_USED: 'Diese PIN hatten Sie schon. Wählen Sie eine andere.',
    CARD_NOT_ACTIVE:
      'Diese Karte ist noch nicht aktiv. Aktivieren Sie sie zuerst, dann legen Sie die PIN fest.',
    CARD_NOT_FOUND:
      'Wir finden diese Karte nicht. Gehen Sie zurück und wählen Sie sie noch einmal aus.',
  },
  outcomes: {
    rejected:
      'Ihr Kartenherausgeber hat das nicht angenommen. Ihre PIN ist unverändert. Versuchen Sie eine andere PIN oder wenden Sie sich an Ihren Kartenherausgeber.',
    denied:
      'Sie können die PIN dieser Karte hier nicht festlegen. Ihre PIN ist unverändert. Wenden Sie sich an Ihren Kartenherausgeber.',
    'token-expired':
      'Ihre Sitzung ist abgelaufen. Ihre PIN ist unverändert. Melden Sie sich noch einmal an, dann legen Sie die PIN fest.',
    'rate-limited':
      'Im Moment gibt es zu viele Anfragen. Ihre PIN ist unverändert. Versuchen Sie es in einer Minute noch einmal.',
    unavailable:
      'Wir erreichen Ihren Kartenherausgeber nicht. Ihre PIN ist unverändert. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    unconfirmed:
      'Wir haben keine klare Antwort bekommen. Ob Ihre neue PIN gilt, ist nicht sicher. Sie können es gefahrlos mit derselben PIN noch einmal versuchen.',
    misconfigured:
      'Mit dieser Seite stimmt etwas nicht, nicht mit Ihrer PIN. Ihre PIN ist unverändert. Wenden Sie sich an Ihren Kartenherausgeber.',
  },
  holdEnding:
    'Zu Ihrer Sicherheit wird die PIN in einer halben Minute gelöscht. Drücken Sie eine Taste oder tippen Sie hier, um sie zu behalten.',
  holdEnded:
    'Zu Ihrer Sicherheit wurde die eingegebene PIN gelöscht. Ob sie gilt, ist nicht sicher. Geben Sie sie zur Sicherheit noch einmal ein.',
  quote: 'Referenz: {requestId}',
};

addMessages('de', de);
