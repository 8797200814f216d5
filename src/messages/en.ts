import type { Catalogue } from './catalogue.js';

/** English. It needs no plural forms, because a PIN has at least four digits. */
export const en: Catalogue<string> = {
  newPin: 'New PIN',
  confirmPin: 'Confirm new PIN',
  hint: '{length} digits. Avoid dates and sequences.',
  autoSubmitHint: 'The last digit sets your PIN.',
  showPin: 'Show PIN',
  showPinName: 'Show PIN in both fields',
  hidePin: 'Hide PIN',
  hidePinName: 'Hide PIN in both fields',
  full: 'You’ve entered all {length} digits.',

  next: 'Continue',
  submit: 'Set PIN',
  submitting: 'Setting your PIN…',
  connecting: 'Connecting…',
  waiting: 'Renewing your session. You won’t need to enter your PIN again.',
  offline: 'You seem to be offline. Check your connection and try again.',
  again: 'This is taking longer than usual. We’re trying again – it can take a minute.',
  cancel: 'Cancel',
  cancelled: 'Cancelled.',
  cancelledUnconfirmed: 'Stopped. We can’t tell if your new PIN is set. Enter it again to be sure.',
  tryAgain: 'Try the same PIN again',
  startOver: 'Choose another PIN',
  loading: 'Loading the form…',
  notLoaded: 'This form didn’t load. Try again.',
  reload: 'Try again',

  set: 'Your new PIN is set.',
  setFor: 'For the card ending in {last4}.',
  setNext: 'Use it next time you pay or withdraw cash.',

  newPinProblems: {
    missing: 'Enter {length} digits for your new PIN.',
    'too-short': 'Enter all {length} digits.',
    'too-long': 'That’s more than {length} digits. Enter just your PIN.',
    'not-digits': 'A PIN has only digits. Enter {length} digits.',
    repeated: 'The same digit repeated is easy to guess. Choose another PIN.',
    sequence: 'Digits that count up or down are easy to guess. Choose another PIN.',
    common: 'Lots of people use this PIN. Choose another one.',
    year: 'A PIN with a year in it is easy to guess. Choose another PIN.',
    personal: 'Someone who knows you could guess this PIN. Choose another PIN.',
  },
  confirmationProblems: {
    missing: 'Enter your new PIN again.',
    'too-short': 'Enter all {length} digits.',
    'too-long': 'That’s more than {length} digits. Enter just your PIN.',
    'not-digits': 'A PIN has only digits. Enter {length} digits.',
    mismatch: 'The PINs don’t match. Enter the same PIN again.',
  },
  codes: {
    INVALID_PIN: 'Your card provider doesn’t accept that PIN. Choose another one.',
    PIN_TOO_SIMPLE: 'That PIN is too easy to guess. Choose another one.',
    PIN_PREVIOUSLY_USED: 'You’ve used that PIN before. Choose a new one.',
    CARD_NOT_ACTIVE: 'This card isn’t active yet. Activate it, then set its PIN.',
    CARD_NOT_FOUND: 'We can’t find this card. Go back and choose it again.',
  },
  outcomes: {
    rejected: 'Your card provider didn’t accept this. Try another PIN or contact them.',
    denied: 'Contact your card provider to set the PIN of this card.',
    'token-expired': 'Your session has ended. Sign in again to set your PIN.',
    'token-unavailable': 'Something went wrong on our side. Try again in a few minutes.',
    'rate-limited': 'There were too many requests. Try again in a minute.',
    unavailable: 'You seem to be offline. Check your connection and try again.',
    unconfirmed:
      'We can’t tell if your new PIN is set. Try the same PIN again, or contact your card provider.',
    misconfigured: 'Something’s wrong with this page. Contact your card provider.',
  },
  rateLimitedLonger: 'There were too many requests. Try again later.',
  holdEnding:
    'For your security, in half a minute we’ll clear the PIN you entered. Press any key or tap here to keep it.',
  holdEnded:
    'For your security, we cleared the PIN you entered. We can’t tell if it’s set. Enter it again to be sure.',
  quote: 'Reference: {requestId}',
};
