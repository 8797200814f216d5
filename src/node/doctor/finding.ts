/** What a check found, in plain words. */
export interface Finding {
  readonly level: 'ok' | 'wrong' | 'note' | 'skipped';
  readonly text: string;
  /** What to do about it. */
  readonly advice?: string | undefined;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const wrong = (text: string, advice?: string): Finding => ({ level: 'wrong', text, advice });
/** Good to know, and nothing to be mended. */
export const note = (text: string, advice?: string): Finding => ({ level: 'note', text, advice });
export const skipped = (text: string): Finding => ({ level: 'skipped', text });
