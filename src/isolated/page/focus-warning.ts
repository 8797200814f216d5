/**
 * The warning that the host page may have seen digits. It takes the place of the form. Its
 * sentences are in the frame page, because the host page, which took the focus, could empty those
 * that it sends.
 */

type Sentences = Readonly<Record<string, string>> & { readonly en: string };

/** By the first two letters of the language's tag. */
export const SENTENCES: Sentences = {
  en: 'This page may have seen digits of your PIN. Choose another PIN.',
  de: 'Diese Seite hat vielleicht Ziffern Ihrer PIN gesehen. Wählen Sie eine andere PIN.',
  fr: 'Cette page a peut-être vu des chiffres de votre code PIN. Choisissez un autre code PIN.',
  es: 'Esta página puede haber visto dígitos de su PIN. Elija otro PIN.',
  pt: 'Esta página pode ter visto dígitos da sua senha. Escolha outra senha.',
  ja: 'このページに暗証番号の数字を見られた可能性があります。別の暗証番号を選んでください。',
  zh: '此页面可能看到了密码中的数字。请换一个密码。',
  ar: 'ربما رأت هذه الصفحة أرقامًا من رقمك السري. اختر رقمًا سريًا آخر.',
};

/** Once no PIN is taken any more. */
export const REFUSALS: Sentences = {
  en: 'This page isn’t safe for your PIN. Don’t type it here.',
  de: 'Diese Seite ist für Ihre PIN nicht sicher. Geben Sie sie hier nicht ein.',
  fr: 'Cette page n’est pas sûre pour votre code PIN. Ne le saisissez pas ici.',
  es: 'Esta página no es segura para su PIN. No lo escriba aquí.',
  pt: 'Esta página não é segura para a sua senha. Não a digite aqui.',
  ja: 'このページは暗証番号の入力には安全ではありません。ここに入力しないでください。',
  zh: '在此页面输入密码不安全。请不要在这里输入。',
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
  const tags = [lang, navigator.language].map((tag) => tag.slice(0, 2));
  const nodes = [...new Set(tags.map((tag) => (tag in sentences ? tag : 'en')))].map((tag) => {
    const paragraph = document.createElement('p');
    paragraph.role = 'alert';
    paragraph.lang = tag;
    paragraph.dir = 'auto';
    paragraph.textContent = sentences[tag]!;
    return paragraph;
  });
  if (confirm === undefined) return nodes;
  const button = document.createElement('button');
  button.textContent = 'OK';
  button.onclick = ({ isTrusted }) => {
    if (isTrusted) confirm();
  };
  return [...nodes, button];
}
