import { MASK } from './log.js';

/**
 * Removes the values that a message of `graphql` quotes. If the document or the variables don't fit
 * the schema, the message quotes them, and a PIN of the wrong type would be among them. Names stay,
 * because the caller needs them to correct the operation.
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
      // Any other quoted value: no name in the schema has digits.
      .replace(/\d{3,}/g, MASK)
  );
}
