import type { Catalogue } from './catalogue.js';

/** English. It needs no plural forms, because a PIN has at least four digits. */
export const en: Catalogue<string> = {
  newPin: 'New PIN',
  confirmPin: 'Confirm new PIN',
  hint: '{length} digits. Avoid dates and sequences.',
  showPin: 'Show PIN',
  showPinName: 'Show PIN in both fields',
  full: 'That is already {length} digits.',

  submit: 'Set PIN',
  submitting: 'Setting your PIN…',
  waiting: 'Renewing your session. Your PIN is kept, there is nothing to type again.',
  offline: 'You are offline. Connect to the internet to set your PIN.',
  again: 'This is taking longer than usual. Trying again, for up to a minute.',
  cancel: 'Cancel',
  cancelled: 'Cancelled. Your PIN has not changed.',
  cancelledUnconfirmed: 'Cancelled. Your new PIN may or may not be set. Type it again to be sure.',
  tryAgain: 'Try again with the same PIN',
  startOver: 'Choose another PIN',
  loading: 'Loading the form…',
  notLoaded: 'This form didn’t load. Try again.',
  reload: 'Try again',

  set: 'Your new PIN is set for the card ending {last4}.',
  setWithoutLast4: 'Your new PIN is set.',
  setNext: 'Use it the next time you pay or take out cash.',

  newPinProblems: {
    missing: 'Enter {length} digits for your new PIN.',
    'too-short': 'A PIN has {length} digits. Add the missing ones.',
    'too-long': 'A PIN has {length} digits. Take out the extra ones.',
    repeated: 'One digit repeated is easy to guess. Choose another PIN.',
    sequence: 'Digits in a row are easy to guess. Choose another PIN.',
    common: 'PINs like this are common and easy to guess. Choose another PIN.',
    year: 'Years are easy to guess. Choose another PIN.',
    palindrome: 'A PIN that reads the same backwards is easy to guess. Choose another PIN.',
    keypad: 'Lines on the keypad are easy to guess. Choose another PIN.',
    personal: 'Somebody who knows you can guess this PIN. Choose another PIN.',
    'paste-too-long': 'What you pasted is longer than {length} digits. Type your PIN instead.',
    'paste-not-digits': 'What you pasted is not a PIN. Type {length} digits instead.',
  },
  confirmationProblems: {
    missing: 'Type your new PIN once more.',
    'too-short': 'A PIN has {length} digits. Add the missing ones.',
    'too-long': 'A PIN has {length} digits. Take out the extra ones.',
    mismatch: 'Those PINs don’t match. Type it again.',
    'paste-too-long': 'What you pasted is longer than {length} digits. Type your PIN instead.',
    'paste-not-digits': 'What you pasted is not a PIN. Type {length} digits instead.',
  },
  codes: {
    INVALID_PIN: 'This PIN is not accepted. Choose another one.',
    PIN_TOO_SIMPLE: 'This PIN is easy to guess. Choose another one.',
    PIN_PREVIOUSLY_USED: 'You have used this PIN before. Choose another one.',
    CARD_NOT_ACTIVE: 'This card is not active yet. Activate it first, then set its PIN.',
    CARD_NOT_FOUND: 'We can’t find this card. Go back and choose it again.',
  },
  outcomes: {
    rejected:
      'Your card issuer didn’t accept this. Your PIN has not changed. Try a different PIN, or contact your card issuer.',
    denied:
      'You can’t set a PIN for this card here. Your PIN has not changed. Contact your card issuer.',
    'token-expired':
      'Your session has ended. Your PIN has not changed. Sign in again, then set your PIN.',
    'rate-limited':
      'There are too many requests at the moment. Your PIN has not changed. Try again in a minute.',
    unavailable:
      'We can’t reach your card issuer. Your PIN has not changed. Check your connection and try again.',
    unconfirmed:
      'We got no clear answer, so your new PIN may or may not be set. Trying again with the same PIN is safe.',
    misconfigured:
      'Something is wrong with this page, not with your PIN. Your PIN has not changed. Contact your card issuer.',
  },
  holdEnding:
    'For your safety, your PIN will be cleared in half a minute. Press any key or tap here to keep it.',
  holdEnded:
    'For your safety the PIN you typed was cleared. It may or may not be set. Type it again to be sure.',
  quote: 'Reference: {requestId}',
};
