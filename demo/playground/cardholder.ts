/** Who is signed in to the playground's portal. All of the sandbox's cards are theirs. */
export const CARDHOLDER = 'Ada Lindqvist';
