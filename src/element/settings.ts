import { misconfigured, readSettings, type FormSettings } from '../contract/settings.js';
import type { SetCardPinBase } from './properties.js';

/**
 * Reads the element's properties as settings. From attributes and untyped code they can have any
 * value.
 *
 * @param isDisabled - Whether the browser has disabled the element, for example by a fieldset.
 */
export function settingsOf(element: SetCardPinBase, isDisabled: boolean): FormSettings {
  const settings = readSettings(element);
  const provider: unknown = element.getClientToken ?? undefined;
  const isUsable = provider === undefined || typeof provider === 'function';
  return {
    ...settings,
    disabled: settings.disabled || isDisabled,
    mistake:
      settings.mistake ??
      (isUsable ? undefined : misconfigured('getClientToken', 'getClientToken is not a function.')),
  };
}
