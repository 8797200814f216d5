/** What the benchmark compares. */

export interface Contestant {
  /** Name in the tables. */
  readonly label: string;
  /** Name of the page's script in `pages`, without `.js`. */
  readonly page: string;
  /** Packages whose versions the report lists. */
  readonly packages: readonly string[];
  /** A file of `dist/cdn` that the page loads before its script. */
  readonly shipped?: string;
  /** `true` if the form is in a frame of another origin. */
  readonly isolated?: true;
}

const OURS = { page: 'set-card-pin', packages: [], shipped: 'set-card-pin.js' };

export const INLINE: Contestant = { ...OURS, label: 'set-card-pin, inline' };

export const ISOLATED: Contestant = { ...OURS, label: 'set-card-pin, isolated', isolated: true };

export const JB: Contestant = {
  label: 'jb-pin-input',
  page: 'jb-pin-input',
  packages: ['jb-pin-input'],
};

export const ZAG: Contestant = {
  label: 'Zag pin-input',
  page: 'zag',
  packages: ['@zag-js/pin-input', '@zag-js/vanilla'],
};

export const INPUT_OTP: Contestant = {
  label: 'input-otp, React',
  page: 'input-otp',
  packages: ['input-otp', 'react', 'react-dom'],
};

export const FIELDS: readonly Contestant[] = [INLINE, ISOLATED, JB, ZAG, INPUT_OTP];

/** Baseline for memory: four inputs without a library. */
export const PLAIN: Contestant = { label: 'four plain inputs', page: 'plain-inputs', packages: [] };

/**
 * Vendors' fields in frames, as far as the code in the page is on npm. Their frames need the
 * vendor's hosts, so only the bytes are compared.
 */
export const VENDORS: readonly Contestant[] = [
  { label: 'Braintree Hosted Fields', page: 'braintree', packages: ['braintree-web'] },
  { label: 'Skyflow Elements', page: 'skyflow', packages: ['skyflow-js'] },
  { label: 'Adyen Card', page: 'adyen', packages: ['@adyen/adyen-web'] },
];
