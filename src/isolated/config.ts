/**
 * Reads the frame page's configuration. One invalid member makes the whole configuration
 * invalid. The `set-card-pin frame` command reports the mistake and checks the fonts. Pure.
 */
import { readAddress } from '../address.js';

export interface FrameConfig {
  /** Origins that may embed this page, as browsers write them (`https://cards.example.com`). */
  readonly parents: readonly string[];
  /** Addresses that a PIN may be sent to, as `URL.href` returns them. */
  readonly endpoints: readonly string[];
  /** Fonts for all text except the digits. `--set-card-pin-font` can name them. */
  readonly fonts?: readonly FrameFont[];
}

/** A font whose file is in the frame page's folder. */
export interface FrameFont {
  readonly family: string;
  /** The file's name without a folder, such as `brand-sans.woff2`. */
  readonly file: string;
  /** The weight, or the lightest and heaviest weights, as in `@font-face`. The default is 400. */
  readonly weight?: string;
}

/**
 * Origins that a Content-Security-Policy can name. `URL` also accepts `*` (a wildcard in a policy),
 * `;` (which would begin another directive) and IPv6 hosts (which a policy can't name).
 */
const CSP_ORIGIN = /^https?:\/\/[a-z\d.-]+(:\d+)?$/;

/**
 * The scheme of an app's page, as in `capacitor://localhost`. Browsers write an app page's origin
 * like an https: page's, but `URL` reports null.
 */
const APP_SCHEME = /^(?!http:|ws|ftp)[a-z\d+.-]+:/;

/** Reads a configuration from JSON text, or returns `undefined` if it isn't valid. */
export function readConfigText(text: string): FrameConfig | undefined {
  try {
    return readConfig(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Reads a parsed configuration, or returns `undefined` if it isn't valid. */
export function readConfig(value: unknown): FrameConfig | undefined {
  const { parents, endpoints, fonts, ...others } = Object(value) as Record<string, unknown>;
  // Unknown members are rejected. Otherwise, nobody would notice a misspelt name.
  return isList<string>(parents, isParent) &&
    isList<string>(endpoints, isEndpoint) &&
    (fonts === undefined || Array.isArray(fonts)) &&
    !Object.keys(others).length
    ? {
        parents,
        endpoints: endpoints.map((endpoint) => new URL(endpoint).href),
        ...(fonts && { fonts: fonts as FrameFont[] }),
      }
    : undefined;
}

/** Returns whether a value is an origin as a browser writes it. */
export function isParent(value: unknown): boolean {
  const origin = typeof value === 'string' && value.replace(APP_SCHEME, 'https:');
  return isEndpoint(origin) && new URL(origin as string).origin === origin;
}

/** Returns whether a value is an address that a PIN may be sent to. */
export function isEndpoint(value: unknown): boolean {
  return typeof value === 'string' && CSP_ORIGIN.test(readAddress(value)?.origin ?? '');
}

function isList<T>(list: unknown, isValid: (value: unknown) => boolean): list is T[] {
  return Array.isArray(list) && list.length > 0 && list.every(isValid);
}
