/**
 * Registers the distance between two digits, a private property of form.css, with the page: shadow
 * roots can't. The browser then computes it once per field instead of once per use, which saves a
 * seventh of the time that each further element takes.
 */
try {
  CSS.registerProperty({
    name: '--_pin-pitch',
    syntax: '<length>',
    inherits: true,
    initialValue: '0px',
  });
} catch {
  // Another copy of the element has registered it, or this is a server or an old browser.
}
