/** Forms and loaders that the benchmark compares. */

export interface Contestant {
  /** Name in the tables. */
  readonly label: string;
  /** Name of the page's script in `pages`, without `.js`. */
  readonly page: string;
  /** Packages whose versions the report lists. */
  readonly packages: readonly string[];
  /** `true` if the form is in a frame of another origin. */
  readonly isolated?: true;
}

/** A package that only loads a vendor's script from the vendor's host. */
export interface Loader extends Contestant {
  /** Description of the vendor's script, from the package's types and documentation. */
  readonly loads: string;
}

export const INLINE: Contestant = {
  label: 'set-card-pin, inline',
  page: 'set-card-pin',
  packages: [],
};

export const ISOLATED: Contestant = {
  label: 'set-card-pin, isolated',
  page: 'set-card-pin',
  packages: [],
  isolated: true,
};

/** Other fields for PINs and codes. */
export const OTHERS: readonly Contestant[] = [
  { label: 'jb-pin-input', page: 'jb-pin-input', packages: ['jb-pin-input'] },
  { label: 'Zag pin-input', page: 'zag', packages: ['@zag-js/pin-input', '@zag-js/vanilla'] },
  {
    label: 'input-otp, React',
    page: 'input-otp',
    packages: ['input-otp', 'react', 'react-dom'],
  },
];

export const FIELDS: readonly Contestant[] = [INLINE, ISOLATED, ...OTHERS];

/** Baseline for memory: four inputs without a library. */
export const PLAIN: Contestant = { label: 'four plain inputs', page: 'plain-inputs', packages: [] };

export const LOADERS: readonly Loader[] = [
  {
    label: 'Stripe',
    page: 'stripe-js',
    packages: ['@stripe/stripe-js'],
    loads:
      'Stripe.js: fields for payments, and elements that show the number, expiry date, code and PIN of an issued card',
  },
  {
    label: 'VGS Collect',
    page: 'vgs-collect',
    packages: ['@vgs/collect-js'],
    loads: 'VGS Collect.js: fields in frames for any data, sent to a vault',
  },
  {
    label: 'Basis Theory',
    page: 'basis-theory',
    packages: ['@basis-theory/web-elements'],
    loads: 'Web Elements: fields in frames for cards and text, sent to a vault',
  },
  {
    label: 'Evervault',
    page: 'evervault',
    packages: ['@evervault/js'],
    loads: 'Evervault.js: encryption, and fields in frames, including one for a PIN',
  },
];
