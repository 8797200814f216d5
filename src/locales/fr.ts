import type { Catalogue } from '../messages/catalogue.js';
import { addMessages } from '../messages/languages.js';

/** French, with *vous*. No native speaker has reviewed it yet. */
export const fr: Catalogue = {
  newPin: 'Nouveau code PIN',
  confirmPin: 'Confirmer le nouveau code PIN',
  hint: '{length} chiffres. Évitez les dates et les suites.',
  autoSubmitHint: 'Le dernier chiffre enregistre votre code.',
  showPin: 'Afficher le code',
  showPinName: 'Afficher le code dans les deux champs',
  full: 'Vous avez déjà saisi {length} chiffres.',

  next: 'Continuer',
  submit: 'Enregistrer le code PIN',
  submitting: 'Enregistrement…',
  waiting: 'Nous renouvelons votre session. Inutile de ressaisir votre code.',
  offline: 'Vous êtes hors ligne. Reconnectez-vous pour enregistrer votre code PIN.',
  again: 'C’est plus long que d’habitude. Nous réessayons ; cela peut prendre une minute.',
  cancel: 'Annuler',
  cancelled: 'Annulé. Votre nouveau code PIN n’est pas enregistré.',
  cancelledUnconfirmed:
    'Arrêté. Nous ne savons pas si votre nouveau code PIN a été enregistré. Saisissez-le à nouveau pour en être sûr.',
  tryAgain: 'Réessayer avec ce code',
  startOver: 'Choisir un autre code PIN',
  loading: 'Chargement du formulaire…',
  notLoaded: 'Le formulaire n’a pas pu être chargé. Réessayez.',
  reload: 'Réessayer',

  set: 'Votre nouveau code PIN est enregistré.',
  setFor: 'Pour la carte se terminant par {last4}.',
  setNext: 'Utilisez-le dès votre prochain paiement ou retrait.',

  newPinProblems: {
    missing: 'Saisissez les {length} chiffres de votre nouveau code PIN.',
    'too-short': 'Saisissez les {length} chiffres.',
    'too-long': 'Un code PIN comporte {length} chiffres. Supprimez ceux en trop.',
    repeated: 'Un même chiffre répété est facile à deviner. Choisissez un autre code PIN.',
    sequence: 'Une suite de chiffres est facile à deviner. Choisissez un autre code PIN.',
    common: 'Beaucoup de gens utilisent ce code PIN. Choisissez un autre code PIN.',
    year: 'Un code PIN avec une année est facile à deviner. Choisissez un autre code PIN.',
    personal: 'Un proche pourrait deviner ce code PIN. Choisissez un autre code PIN.',
    'paste-too-long': 'Le texte collé a plus de {length} chiffres. Saisissez votre code PIN seul.',
    'paste-not-digits':
      'Le texte collé ne contient pas que des chiffres. Saisissez {length} chiffres.',
  },
  confirmationProblems: {
    missing: 'Saisissez à nouveau votre nouveau code PIN.',
    'too-short': 'Saisissez les {length} chiffres.',
    'too-long': 'Un code PIN comporte {length} chiffres. Supprimez ceux en trop.',
    mismatch: 'Les deux codes sont différents. Saisissez à nouveau le même code.',
    'paste-too-long': 'Le texte collé a plus de {length} chiffres. Saisissez votre code PIN seul.',
    'paste-not-digits':
      'Le texte collé ne contient pas que des chiffres. Saisissez {length} chiffres.',
  },
  codes: {
    INVALID_PIN: 'Ce code PIN n’est pas accepté. Choisissez-en un autre.',
    PIN_TOO_SIMPLE: 'Ce code PIN est trop facile à deviner. Choisissez-en un autre.',
    PIN_PREVIOUSLY_USED: 'Vous avez déjà utilisé ce code PIN. Choisissez-en un autre.',
    CARD_NOT_ACTIVE:
      'Cette carte n’est pas encore active. Activez-la, puis enregistrez son code PIN.',
    CARD_NOT_FOUND: 'Carte introuvable. Revenez en arrière et choisissez-la à nouveau.',
  },
  outcomes: {
    rejected:
      'L’émetteur de votre carte a refusé la demande. Votre nouveau code PIN n’est pas enregistré. Essayez un autre code PIN ou contactez-le.',
    denied:
      'Vous ne pouvez pas enregistrer le code PIN de cette carte ici. Contactez l’émetteur de votre carte.',
    'token-expired':
      'Votre session est terminée. Votre nouveau code PIN n’est pas enregistré. Reconnectez-vous et réessayez.',
    'rate-limited':
      'Il y a trop de demandes en ce moment. Votre nouveau code PIN n’est pas enregistré. Réessayez dans une minute.',
    unavailable:
      'Le service de l’émetteur de votre carte n’est pas disponible : votre nouveau code PIN n’est pas enregistré. Réessayez dans quelques minutes.',
    unconfirmed:
      'Nous ne savons pas encore si votre nouveau code PIN a été enregistré. Vous pouvez réessayer sans risque avec ce code.',
    misconfigured:
      'Le problème vient de cette page, pas de votre code PIN. Votre nouveau code PIN n’est pas enregistré. Contactez l’émetteur de votre carte.',
  },
  notSent:
    'Vous êtes hors ligne : votre nouveau code PIN n’est pas enregistré. Reconnectez-vous et réessayez.',
  holdEnding:
    'Par sécurité, le code PIN sera effacé dans une demi-minute. Appuyez sur une touche ou touchez ce message pour le conserver.',
  holdEnded:
    'Par sécurité, nous avons effacé le code PIN saisi. Il est peut-être déjà enregistré. Saisissez-le à nouveau pour en être sûr.',
  quote: 'Référence : {requestId}',
};

addMessages('fr', fr);
