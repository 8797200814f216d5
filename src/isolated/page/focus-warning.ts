/**
 * The warning that the host page may have seen a digit. Its sentences are in the frame page,
 * because the host page, which took the focus, could empty those that it sends.
 */

/** By the first two letters of the language's tag. */
export const SENTENCES: Readonly<Record<string, string>> & { readonly en: string } = {
  en: 'This page may have seen a digit of your PIN. Choose another PIN.',
  de: 'Diese Seite hat vielleicht eine Ziffer Ihrer PIN gesehen. Wählen Sie eine andere PIN.',
  fr: 'Cette page a peut-être vu un chiffre de votre code PIN. Choisissez un autre code PIN.',
  es: 'Esta página puede haber visto un dígito de su PIN. Elija otro PIN.',
  pt: 'Esta página pode ter visto um dígito da sua senha. Escolha outra senha.',
  ja: 'このページに暗証番号の数字を見られた可能性があります。別の暗証番号を選んでください。',
  zh: '此页面可能看到了密码中的一位数字。请换一个密码。',
  ar: 'ربما رأت هذه الصفحة أحد أرقام رقمك السري. اختر رقمًا سريًا آخر.',
};

/**
 * Adds the warning to the form, in a slot that the host page can't reach.
 *
 * @param body - The host element of the form.
 * @returns A function that shows it in a language, or hides it if there is no language.
 */
export function addFocusWarning(body: HTMLElement): (lang?: string) => void {
  const paragraph = document.createElement('p');
  paragraph.slot = 'help';
  paragraph.role = 'alert';
  body.append(paragraph);
  return (lang) => {
    paragraph.textContent = lang === undefined ? '' : (SENTENCES[lang.slice(0, 2)] ?? SENTENCES.en);
  };
}
