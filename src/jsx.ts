/**
 * Types for `<set-card-pin>` in JSX, for React 18 and 19, Preact and Solid. The file contains no
 * code. Add `"types": ["set-card-pin/jsx"]` to tsconfig.json, or write
 * `import type {} from 'set-card-pin/jsx'`. The app must `import 'set-card-pin'` itself.
 */
/* eslint-disable @typescript-eslint/ban-ts-comment, @typescript-eslint/consistent-type-imports,
   @typescript-eslint/no-namespace --
   a project uses only one of the frameworks, and no error is expected for that one */
import type { SetCardPinHandlers, SetCardPinMarkup } from './element/markup.js';
import type { SetCardPinProperties } from './element/properties.js';
import type { SetCardPinElement } from './element/set-card-pin-element.js';

/** The common props. `Html` contains the attributes that every HTML element has. */
type Props<Html, Prefix extends string> = SetCardPinMarkup &
  SetCardPinHandlers<Prefix> &
  Omit<Html, keyof SetCardPinMarkup>;

/** @ts-ignore */
type ReactHtml = import('react').HTMLAttributes<SetCardPinElement> & { class?: string };
/** @ts-ignore */
type ReactRef = import('react').ClassAttributes<SetCardPinElement>;
/** @ts-ignore */
type PreactHtml = import('preact').HTMLAttributes<SetCardPinElement>;
/** @ts-ignore */
type SolidHtml = import('solid-js').JSX.HTMLAttributes<SetCardPinElement>;

/** Properties that a server doesn't render as attributes, such as `prop:clientToken`. */
type SolidProperties = {
  [Name in keyof SetCardPinProperties as `prop:${Name}`]?: SetCardPinProperties[Name];
};

/** @ts-ignore */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'set-card-pin': Props<ReactHtml, 'on'> & ReactRef;
    }
  }
}

/** @ts-ignore */
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'set-card-pin': Props<PreactHtml, 'on'>;
    }
  }
}

/** @ts-ignore */
declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'set-card-pin': Props<SolidHtml, 'on:'> & SolidProperties;
    }
  }
}
