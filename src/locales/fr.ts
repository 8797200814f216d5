import { addMessages } from '../messages/languages.js';

/** French, with *vous*. Not yet reviewed by a native speaker. */
export const fr = addMessages('fr', {
  newPin: 'Nouveau code PIN',
  confirmPin: 'Confirmer le nouveau code PIN',
  hint: '{length} chiffres. Évitez les dates et les suites.',
  showPin: 'Afficher le code',
  showPinName: 'Afficher le code dans les deux champs',
  hidePin: 'Masquer le code',
  hidePinName: 'Masquer le code dans les deux champs',
  full: 'Vous avez déjà saisi {length} chiffres.',

  next: 'Continuer',
  submit: 'Enregistrer le code PIN',
  submitting: 'Enregistrement…',
  connecting: 'Connexion…',
  waiting: 'Nous renouvelons votre session. Inutile de ressaisir votre code.',
  offline: 'Vous semblez être hors ligne. Vérifiez votre connexion et réessayez.',
  again: 'C’est plus long que d’habitude. Nous réessayons ; cela peut prendre une minute.',
  cancel: 'Annuler',
  cancelled: 'Annulé.',
  cancelledUnconfirmed:
    'Interrompu. Nous ne savons pas si votre nouveau code PIN a été enregistré. Saisissez-le à nouveau par précaution.',
  tryAgain: 'Réessayer avec ce code',
  chooseAnother: 'Choisir un autre code PIN',
  loading: 'Chargement du formulaire…',
  notLoaded: 'Le formulaire n’a pas pu être chargé. Réessayez.',
  reload: 'Réessayer',

  set: 'Votre nouveau code PIN est enregistré.',
  setFor: 'Pour la carte se terminant par {last4}.',
  setNext: 'Utilisez-le dès votre prochain paiement ou retrait.',

  newPinProblems: {
    missing: 'Saisissez les {length} chiffres de votre nouveau code PIN.',
    'too-short': 'Saisissez les {length} chiffres.',
    'too-long': 'Un code PIN a {length} chiffres. Supprimez ceux en trop.',
    'not-digits': 'Uniquement des chiffres. Saisissez {length} chiffres.',
    repeated: 'Un même chiffre répété est facile à deviner. Choisissez un autre code PIN.',
    sequence: 'Une suite de chiffres est facile à deviner. Choisissez un autre code PIN.',
    common: 'Ce code PIN est très courant. Choisissez-en un autre.',
    year: 'Un code PIN contenant une année est facile à deviner. Choisissez-en un autre.',
  },
  confirmationProblems: {
    missing: 'Saisissez à nouveau votre nouveau code PIN.',
    'too-short': 'Saisissez les {length} chiffres.',
    'too-long': 'Un code PIN a {length} chiffres. Supprimez ceux en trop.',
    'not-digits': 'Uniquement des chiffres. Saisissez {length} chiffres.',
    mismatch: 'Les codes sont différents. Saisissez le même code.',
  },
  codes: {
    INVALID_PIN: 'Ce code PIN n’est pas accepté. Choisissez-en un autre.',
    PIN_TOO_SIMPLE: 'Ce code PIN est trop facile à deviner. Choisissez-en un autre.',
    PIN_PREVIOUSLY_USED: 'Vous avez déjà utilisé ce code PIN. Choisissez-en un autre.',
    CARD_NOT_ACTIVE:
      'Cette carte n’est pas encore active. Activez-la, puis choisissez son code PIN.',
    CARD_NOT_FOUND: 'Carte introuvable. Revenez en arrière et choisissez-la à nouveau.',
  },
  outcomes: {
    rejected:
      'L’émetteur de votre carte n’a pas accepté cette demande. Essayez un autre code PIN ou contactez l’émetteur.',
    denied: 'Contactez l’émetteur de votre carte pour choisir le code PIN de cette carte.',
    'token-expired': 'Votre session a expiré. Reconnectez-vous pour choisir votre code PIN.',
    'token-unavailable': 'Un problème est survenu de notre côté. Réessayez dans quelques minutes.',
    'rate-limited': 'Il y a eu trop de demandes. Réessayez dans une minute.',
    unavailable: 'Vous semblez être hors ligne. Vérifiez votre connexion et réessayez.',
    unconfirmed:
      'Nous ne savons pas si votre nouveau code PIN a été enregistré. Réessayez avec le même code ou contactez l’émetteur de votre carte.',
    misconfigured: 'Le problème vient de cette page. Contactez l’émetteur de votre carte.',
  },
  rateLimitedLonger: 'Il y a eu trop de demandes. Réessayez plus tard.',
  interrupted: 'La saisie a été interrompue. Saisissez à nouveau votre code PIN.',
  quote: 'Référence : {requestId}',
});
