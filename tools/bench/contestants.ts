/** What is measured side by side. */

export interface Contestant {
  readonly name: string;
  /** As the tables and charts call it. */
  readonly label: string;
  /** The script of its page: pages/*.js. */
  readonly page: string;
  /** The packages whose versions are told. */
  readonly packages: readonly string[];
  /** In isolated mode the form is in a frame page of another origin. */
  readonly isolated?: true;
}

export const OURS: Contestant = {
  name: 'inline',
  label: 'set-card-pin, inline',
  page: 'set-card-pin',
  packages: [],
};

export const ISOLATED: Contestant = {
  name: 'isolated',
  label: 'set-card-pin, isolated',
  page: 'set-card-pin',
  packages: [],
  isolated: true,
};

/** What has fields in the page. */
export const FIELDS: readonly Contestant[] = [
  OURS,
  ISOLATED,
  {
    name: 'jb-pin-input',
    label: 'jb-pin-input',
    page: 'jb-pin-input',
    packages: ['jb-pin-input'],
  },
  {
    name: 'zag',
    label: 'Zag pin-input',
    page: 'zag',
    packages: ['@zag-js/pin-input', '@zag-js/vanilla'],
  },
  {
    name: 'input-otp',
    label: 'input-otp, React',
    page: 'input-otp',
    packages: ['input-otp', 'react', 'react-dom'],
  },
];

/** Four inputs of the browser's own: no contestant, but the noise under each. */
export const PLAIN: Contestant = {
  name: 'plain',
  label: 'four plain inputs',
  page: 'plain-inputs',
  packages: [],
};

/** What loads a vendor's script, and no more: the script itself is on the vendor's host. */
export const LOADERS: readonly Contestant[] = [
  { name: 'stripe-js', label: 'Stripe', page: 'stripe-js', packages: ['@stripe/stripe-js'] },
  { name: 'vgs', label: 'VGS Collect', page: 'vgs-collect', packages: ['@vgs/collect-js'] },
  {
    name: 'basis-theory',
    label: 'Basis Theory',
    page: 'basis-theory',
    packages: ['@basis-theory/web-elements'],
  },
  { name: 'evervault', label: 'Evervault', page: 'evervault', packages: ['@evervault/js'] },
];
