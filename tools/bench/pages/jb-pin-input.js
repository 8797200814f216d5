import 'jb-pin-input';

globalThis.mount = (place) => {
  const element = document.createElement('jb-pin-input');
  element.setAttribute('char-length', '4');
  place.append(element);
};
