/** The result of a check, as text for a person. */
export interface Finding {
  readonly level: 'ok' | 'wrong' | 'note' | 'skipped';
  readonly text: string;
  /** The fix. */
  readonly advice?: string | undefined;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const wrong = (text: string, advice?: string): Finding => ({ level: 'wrong', text, advice });
/** A fact that needs no fix. */
export const note = (text: string, advice?: string): Finding => ({ level: 'note', text, advice });
export const skipped = (text: string): Finding => ({ level: 'skipped', text });
