/**
 * The warning that the host page may have seen digits. It takes the place of the form. Its
 * sentences are in the frame page, because the host page, which took the focus, could empty those
 * that it sends.
 */
import { closestTags, parseTag } from '../../messages/tags.js';
import { isDigitKey } from '../../pin/digits.js';

type Sentences = Readonly<Record<string, string>> & { readonly en: string };

/** By the tag of the language's catalogue. */
export const SENTENCES: Sentences = {
  en: 'This page may have seen digits of your PIN. Choose another PIN.',
  de: 'Diese Seite hat vielleicht Ziffern Ihrer PIN gesehen. Wählen Sie eine andere PIN.',
  fr: 'Cette page a peut-être vu des chiffres de votre code PIN. Choisissez un autre code PIN.',
  'fr-CA': 'Cette page a peut-être vu des chiffres de votre NIP. Choisissez un autre NIP.',
  es: 'Esta página puede haber visto dígitos de su PIN. Elija otro PIN.',
  'es-419': 'Esta página puede haber visto dígitos de su NIP. Elija otro NIP.',
  pt: 'Esta página pode ter visto dígitos da sua senha. Escolha outra senha.',
  'pt-PT': 'Esta página pode ter visto dígitos do seu PIN. Escolha outro PIN.',
  ja: 'このページに暗証番号の数字を見られた可能性があります。別の暗証番号を選んでください。',
  'zh-Hans': '此页面可能看到了密码中的数字。请换一个密码。',
  ar: 'ربما رأت هذه الصفحة أرقامًا من رقمك السري. اختر رقمًا سريًا آخر.',
};

/** Sentences that replace {@link SENTENCES} once no PIN is accepted any more. */
export const REFUSALS: Sentences = {
  en: 'This page isn’t safe for your PIN. Don’t enter it here.',
  de: 'Diese Seite ist für Ihre PIN nicht sicher. Geben Sie sie hier nicht ein.',
  fr: 'Cette page n’est pas sûre pour votre code PIN. Ne le saisissez pas ici.',
  'fr-CA': 'Cette page n’est pas sûre pour votre NIP. Ne le saisissez pas ici.',
  es: 'Esta página no es segura para su PIN. No lo escriba aquí.',
  'es-419': 'Esta página no es segura para su NIP. No lo ingrese aquí.',
  pt: 'Esta página não é segura para a sua senha. Não a digite aqui.',
  'pt-PT': 'Esta página não é segura para o seu PIN. Não o introduza aqui.',
  ja: 'このページは暗証番号の入力には安全ではありません。ここに入力しないでください。',
  'zh-Hans': '在此页面输入密码不安全。请不要在这里输入。',
  ar: 'هذه الصفحة ليست آمنة لرقمك السري. لا تكتبه هنا.',
};

/**
 * Returns the nodes of the warning, in the language of the page and in that of the browser, because
 * the page could choose one that the cardholder can't read.
 *
 * @param confirm - Called when the cardholder presses the button. Without it, there is none.
 */
export function focusWarning(
  sentences: Sentences,
  lang: string,
  confirm?: () => void,
): readonly HTMLElement[] {
  const known = Object.keys(sentences);
  const tags = [lang, navigator.language].map(
    (tag) => closestTags(known, parseTag(tag))[0] ?? 'en',
  );
  const nodes = [...new Set(tags)].map((tag) => {
    const paragraph = document.createElement('p');
    paragraph.role = 'alert';
    paragraph.ariaLive = 'assertive';
    paragraph.lang = tag;
    paragraph.dir = 'auto';
    // In Firefox, Orca says nothing of a region that appears together with its text.
    setTimeout(() => (paragraph.textContent = sentences[tag]!), 100);
    return paragraph;
  });
  if (confirm === undefined) return nodes;
  const button = document.createElement('button');
  button.textContent = 'OK';
  // Someone who types on hasn't seen the warning, which the host page may hide. The Enter key at
  // the end of that entry confirms nothing.
  let isBlind = false;
  button.onkeydown = (event) => void (isBlind ||= isDigitKey(event));
  button.onclick = ({ isTrusted, detail }) => {
    const isByMouse = detail > 0;
    if (isTrusted && (isByMouse || !isBlind)) confirm();
    isBlind = false;
  };
  return [...nodes, button];
}
