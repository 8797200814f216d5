/** The React component in inline mode. Importing it registers `<set-card-pin>`. */
import { SetCardPinElement } from './index.js';
import { componentOf } from './react-component.js';

export type { SetCardPinProps } from './react-component.js';

/**
 * `<set-card-pin>` in React.
 *
 * ```tsx
 * <SetCardPin
 *   endpoint="https://api.example.com/graphql"
 *   cardId={card.id}
 *   tokenUrl="/portal/client-token"
 *   onPinSet={() => setDone(true)}
 * />
 * ```
 *
 * A ref receives the element, with its methods `submit()`, `reset()`, `focus()`, `checkValidity()`
 * and `reportValidity()`. Children go into the element's slots: `<h2 slot="heading">`.
 */
export const SetCardPin = componentOf(SetCardPinElement);
