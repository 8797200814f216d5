/** The React component in isolated mode. Importing it registers `<set-card-pin>`. */
import { SetCardPinElement } from './isolated.js';
import { componentOf } from './react-component.js';

export type { SetCardPinProps } from './react-component.js';

/**
 * `<set-card-pin>` in React, with the form in a frame.
 *
 * ```tsx
 * <SetCardPin
 *   frameSrc="https://pin.example.com/"
 *   endpoint="https://api.example.com/graphql"
 *   cardId={card.id}
 *   tokenUrl="/portal/client-token"
 *   onPinSet={() => setDone(true)}
 * />
 * ```
 *
 * A ref receives the element, whose methods you can call.
 */
export const SetCardPin = componentOf(SetCardPinElement);
