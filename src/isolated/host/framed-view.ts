/**
 * Markup of the host's side: the frame, a skeleton of the form while it loads, or a button that
 * loads it again.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { hintOf } from '../../form/hint.js';
import type { FormSettings } from '../../form/settings.js';
import type { Sentence, Words } from '../../messages/catalogue.js';

/** Everything that the markup depends on. */
export interface FramedView {
  readonly words: Words;
  readonly settings: FormSettings;
  readonly src: string;
  /** Height of the form in the frame, in CSS pixels. */
  readonly height: number;
  readonly isReady: boolean;
  /** `true` if the frame page has not answered for a while. */
  readonly isSlow: boolean;
  /** `true` if the frame could not be loaded. */
  readonly hasFailed: boolean;
  readonly notice: Sentence | undefined;
  readonly onLoad: (event: Event) => void;
  readonly onReload: () => void;
}

/** Returns the whole content of the root. */
export function framedTemplate(view: FramedView): TemplateResult {
  const { words, height, isReady, hasFailed, notice } = view;
  const isLoading = !isReady && !hasFailed;
  return html`<div lang=${words.lang} dir=${words.dir}>
    ${isLoading ? skeleton(view) : nothing}
    ${
      hasFailed
        ? html`<button id="reload" part="submit" class="submit" @click=${view.onReload}>
            ${words.reload}
          </button>`
        : html`<iframe
            id="frame"
            class=${isReady ? nothing : 'loading'}
            title=${words.submit}
            sandbox="allow-scripts allow-same-origin allow-forms"
            referrerpolicy="origin"
            allow=""
            src=${view.src}
            .style=${`height:${isReady ? height : 0}px`}
            @load=${view.onLoad}
          ></iframe>`
    }
    <div class="status ${notice || isLoading ? '' : 'unseen'}">
      ${isLoading ? html`<p role="status">${view.isSlow ? words.loading : ''}</p>` : nothing}
      <p part="notice" class="notice ${notice ? 'error' : ''}" role="alert">${notice?.(words)}</p>
    </div>
  </div>`;
}

/** Returns what is as high as the form, with the same words, which may take several lines. */
function skeleton({ words, settings }: FramedView): TemplateResult {
  return html`<div class="skeleton" aria-hidden="true">
    <p class="hint">${hintOf(words, settings)}</p>
    ${field(words.newPin, words.showPin)}
    ${settings.confirms && !settings.steps ? field(words.confirmPin) : nothing}
    <p class="submit"></p>
  </div>`;
}

function field(label: string, aside = ''): TemplateResult {
  return html`<div class="pin">
    <label><span>${label}</span></label>
    ${aside && html`<b class="reveal"><svg></svg>${aside}</b>`}
    <div class="field"></div>
    <p></p>
  </div>`;
}
