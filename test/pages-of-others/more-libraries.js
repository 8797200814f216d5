/** Opens a modal dialog of each library, also of those that the slow tests install. */
import '@angular/compiler';
import { FocusTrap, InteractivityChecker } from '@angular/cdk/a11y';
import { Platform } from '@angular/cdk/platform';
import { DOCUMENT, Injector, NgZone, runInInjectionContext } from '@angular/core';
import * as Fluent from '@fluentui/react-dialog';
import { FluentProvider } from '@fluentui/react-provider';
import { webLightTheme } from '@fluentui/react-theme';
import * as Headless from '@headlessui/react';
import Modal from 'bootstrap/js/dist/modal';
import dragula from 'dragula';
import { GridStack } from 'gridstack';
import MuiDialog from '@mui/material/Dialog';
import './global-jquery.js';
import 'jquery-ui/dist/jquery-ui.js';
import { createElement as h } from 'react';
import * as Aria from 'react-aria-components';
import FocusLock from 'react-focus-lock';
import * as quick from './libraries.js';

const { holding, render } = quick;

/** Parts of Angular that its focus trap needs, without an app. */
const ANGULAR = Injector.create({
  providers: [
    { provide: DOCUMENT, useValue: document },
    { provide: Platform, useValue: { isBrowser: true } },
  ],
});
const ZONE = {
  runOutsideAngular: (act) => act(),
  onStable: { pipe: () => ({ subscribe: (act) => act() }) },
};

/** Puts the content into a widget of the page. */
function widget(content, ...classes) {
  const box = classes.reduceRight((child, name) => {
    const parent = document.createElement('div');
    parent.className = name;
    parent.append(child);
    return parent;
  }, content);
  return document.body.appendChild(box);
}

/** Draggable widgets. */
const widgets = {
  dragula: (content) => void dragula([widget(content, 'board')]),
  gridStack: (content) =>
    void GridStack.init(
      {},
      widget(content, 'grid-stack', 'grid-stack-item', 'grid-stack-item-content'),
    ),
  jQueryUiSortable: (content) => void jQuery(widget(content, 'list')).sortable(),
};

export const open = {
  ...quick.open,
  ...widgets,
  nativeDialog(content) {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.append(content);
    dialog.showModal();
  },
  angularCdk(content) {
    document.body.append(content);
    runInInjectionContext(ANGULAR, () =>
      new FocusTrap(
        content,
        new InteractivityChecker(),
        ZONE,
        document,
        false,
        ANGULAR,
      ).focusFirstTabbableElement(),
    );
  },
  bootstrap(content) {
    const modal = widget(content, 'modal', 'modal-dialog', 'modal-content');
    modal.tabIndex = -1;
    new Modal(modal).show();
  },
  fluent: (content) =>
    render(
      h(
        FluentProvider,
        { theme: webLightTheme },
        h(Fluent.Dialog, { open: true }, h(Fluent.DialogSurface, {}, holding(content))),
      ),
    ),
  headlessUi: (content) =>
    render(
      h(
        Headless.Dialog,
        { open: true, onClose() {} },
        h(Headless.DialogPanel, {}, holding(content)),
      ),
    ),
  jQueryUi(content) {
    document.body.append(content);
    jQuery(content).dialog({ modal: true });
  },
  mui: (content) => render(h(MuiDialog, { open: true }, holding(content))),
  reactAria: (content) =>
    render(
      h(
        Aria.ModalOverlay,
        { isOpen: true },
        h(Aria.Modal, {}, h(Aria.Dialog, { 'aria-label': 'Card' }, holding(content))),
      ),
    ),
  reactFocusLock: (content) => render(h(FocusLock, {}, holding(content))),
};
