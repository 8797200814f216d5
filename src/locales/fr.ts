import type { Catalogue } from '../messages/catalogue.js';
import { addMessages } from '../messages/languages.js';

/** French, with *vous*. No native speaker has reviewed it yet. */
export const fr: Catalogue = {
  newPin: 'Nouveau code PIN',
  confirmPin: 'Confirmez le nouveau code PIN',
  hint: '{length} chiffres. Évitez les dates et les suites.',
  showPin: 'Afficher le code PIN',
  showPinName: 'Afficher le code PIN dans les deux champs',
  full: 'Il y a déjà {length} chiffres.',

  submit: 'Définir le code PIN',
  submitting: 'Enregistrement de votre code PIN…',
  waiting:
    'Nous renouvelons votre session. Votre code PIN est conservé, vous n’avez rien à retaper.',
  offline: 'Vous êtes hors ligne. Connectez-vous à Internet pour définir votre code PIN.',
  again: 'C’est plus long que d’habitude. Nous essayons encore, pendant une minute au plus.',
  cancel: 'Annuler',
  cancelled: 'Annulé. Votre code PIN n’a pas changé.',
  cancelledUnconfirmed:
    'Annulé. Votre nouveau code PIN est peut-être défini, ou non. Saisissez-le encore une fois par sécurité.',
  tryAgain: 'Réessayer avec le même code PIN',
  startOver: 'Choisir un autre code PIN',
  loading: 'Chargement du formulaire…',
  notLoaded: 'Le formulaire n’a pas pu être chargé. Réessayez.',
  reload: 'Réessayer',

  set: 'Votre nouveau code PIN est défini pour la carte se terminant par {last4}.',
  setWithoutLast4: 'Votre nouveau code PIN est défini.',
  setNext: 'Utilisez-le dès votre prochain paiement ou retrait.',

  newPinProblems: {
    missing: 'Saisissez les {length} chiffres de votre nouveau code PIN.',
    'too-short': 'Un code PIN a {length} chiffres. Ajoutez ceux qui manquent.',
    'too-long': 'Un code PIN a {length} chiffres. Retirez ceux en trop.',
    repeated: 'Un seul chiffre répété est facile à deviner. Choisissez un autre code PIN.',
    sequence: 'Des chiffres qui se suivent sont faciles à deviner. Choisissez un autre code PIN.',
    common: 'Ce genre de code PIN est courant et facile à deviner. Choisissez un autre code PIN.',
    year: 'Une année est facile à deviner. Choisissez un autre code PIN.',
    palindrome:
      'Un code PIN identique à l’envers est facile à deviner. Choisissez un autre code PIN.',
    keypad: 'Une ligne sur le clavier est facile à deviner. Choisissez un autre code PIN.',
    personal:
      'Une personne qui vous connaît peut deviner ce code PIN. Choisissez un autre code PIN.',
    'paste-too-long': 'Le texte collé a plus de {length} chiffres. Saisissez votre code PIN.',
    'paste-not-digits': 'Le texte collé n’est pas un code PIN. Saisissez {length} chiffres.',
  },
  confirmationProblems: {
    missing: 'Saisissez votre nouveau code PIN encore une fois.',
    'too-short': 'Un code PIN a {length} chiffres. Ajoutez ceux qui manquent.',
    'too-long': 'Un code PIN a {length} chiffres. Retirez ceux en trop.',
    mismatch: 'Les codes PIN sont différents. Saisissez-le encore une fois.',
    'paste-too-long': 'Le texte collé a plus de {length} chiffres. Saisissez votre code PIN.',
    'paste-not-digits': 'Le texte collé n’est pas un code PIN. Saisissez {length} chiffres.',
  },
  codes: {
    INVALID_PIN: 'Ce code PIN n’est pas accepté. Choisissez-en un autre.',
    PIN_TOO_SIMPLE: 'Ce code PIN est facile à deviner. Choisissez-en un autre.',
    PIN_PREVIOUSLY_USED: 'Vous avez déjà utilisé ce code PIN. Choisissez-en un autre.',
    CARD_NOT_ACTIVE:
      'Cette carte n’est pas encore active. Activez-la, puis définissez son code PIN.',
    CARD_NOT_FOUND:
      'Nous ne trouvons pas cette carte. Revenez en arrière et choisissez-la à nouveau.',
  },
  outcomes: {
    rejected:
      'L’émetteur de votre carte a refusé. Votre code PIN n’a pas changé. Essayez un autre code PIN ou contactez l’émetteur de votre carte.',
    denied:
      'Vous ne pouvez pas définir le code PIN de cette carte ici. Votre code PIN n’a pas changé. Contactez l’émetteur de votre carte.',
    'token-expired':
      'Votre session est terminée. Votre code PIN n’a pas changé. Reconnectez-vous, puis définissez votre code PIN.',
    'rate-limited':
      'Il y a trop de demandes en ce moment. Votre code PIN n’a pas changé. Réessayez dans une minute.',
    unavailable:
      'L’émetteur de votre carte est injoignable. Votre code PIN n’a pas changé. Vérifiez votre connexion et réessayez.',
    unconfirmed:
      'Nous n’avons pas reçu de réponse claire : votre nouveau code PIN est peut-être défini, ou non. Vous pouvez réessayer sans risque avec le même code PIN.',
    misconfigured:
      'Le problème vient de cette page, pas de votre code PIN. Votre code PIN n’a pas changé. Contactez l’émetteur de votre carte.',
  },
  holdEnding:
    'Par sécurité, le code PIN sera effacé dans une demi-minute. Appuyez sur une touche ou touchez ce message pour le conserver.',
  holdEnded:
    'Par sécurité, le code PIN saisi a été effacé. Il est peut-être défini, ou non. Saisissez-le encore une fois par sécurité.',
  quote: 'Référence : {requestId}',
};

addMessages('fr', fr);
