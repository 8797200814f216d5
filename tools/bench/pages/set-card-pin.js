globalThis.mount = (place) =>
  new Promise((resolve, reject) => {
    const element = document.createElement('set-card-pin');
    const settings = Object.fromEntries(new URLSearchParams(location.search));
    element.endpoint = settings.endpoint;
    element.cardId = 'card_benchmark';
    if (settings.frame) element.frameSrc = settings.frame;
    element.addEventListener('pin-ready', resolve);
    // The frame page may not answer in time, for example.
    element.addEventListener('pin-error', reject);
    place.append(element);
  });
