/** What stands in place of a value that nobody may read. */
export const MASK = '••••';

/**
 * A message of `graphql` without the values that it quotes. For a document or variables that don't fit the schema it quotes what
 * was sent, and with a PIN of the wrong type that would be the PIN. Names stay, as the caller corrects the operation by them.
 */
export function withoutValues(message: string): string {
  return (
    message
      // Variable "$input" got invalid value {…} at "input.newPin"; String cannot represent …
      .replace(/( got invalid value) .*?(?=(?: at "[\w.[\]]+")?; )/s, '$1')
      // String cannot represent a non string value: 1234
      .replace(/( cannot represent [^:]*): .*$/s, '$1')
      // Expected value of type "String", found {…}.
      .replace(/(^Expected value of type "[^"]*"), found .*$/s, '$1')
      // Syntax Error: Expected Name, found String "1234".
      .replace(/\b(Int|Float|String|BlockString) ".*$/s, '$1')
      // Whatever else may be quoted: nothing in the schema is named by digits.
      .replace(/\d{3,}/g, MASK)
  );
}
