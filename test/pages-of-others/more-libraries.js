/** Opens each library's modal dialog, including libraries that only the slow tests install. */
import '@angular/compiler';
import { FocusTrap, InteractivityChecker } from '@angular/cdk/a11y';
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
import * as Aria from 'react-aria-components';
import FocusLock from 'react-focus-lock';
import { open as openQuick, render } from './libraries.js';

/** Adds the content to the page, within elements with these classes. */
function widget(content, ...classes) {
  for (const className of classes.reverse()) {
    const parent = Object.assign(document.createElement('div'), { className });
    parent.append(content);
    content = parent;
  }
  return document.body.appendChild(content);
}

export const open = {
  ...openQuick,
  dragula: (content) => void dragula([widget(content, 'board')]),
  gridStack: (content) =>
    void GridStack.init(
      {},
      widget(content, 'grid-stack', 'grid-stack-item', 'grid-stack-item-content'),
    ),
  jQueryUiSortable: (content) => void jQuery(widget(content, 'list')).sortable(),
  nativeDialog(content) {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.append(content);
    dialog.showModal();
  },
  angularCdk(content) {
    document.body.append(content);
    // What an Angular app would inject.
    const zone = { runOutsideAngular: (act) => act() };
    const checker = Object.create(InteractivityChecker.prototype);
    checker._platform = { isBrowser: true };
    new FocusTrap(content, checker, zone, document).focusFirstTabbableElement();
  },
  bootstrap(content) {
    const modal = widget(content, 'modal', 'modal-dialog', 'modal-content');
    modal.tabIndex = -1;
    new Modal(modal).show();
  },
  fluent: (content) =>
    render(
      content,
      [FluentProvider, { theme: webLightTheme }],
      [Fluent.Dialog, { open: true }],
      [Fluent.DialogSurface],
    ),
  headlessUi: (content) =>
    render(content, [Headless.Dialog, { open: true, onClose() {} }], [Headless.DialogPanel]),
  jQueryUi(content) {
    document.body.append(content);
    jQuery(content).dialog({ modal: true });
  },
  mui: (content) => render(content, [MuiDialog, { open: true }]),
  reactAria: (content) =>
    render(
      content,
      [Aria.ModalOverlay, { isOpen: true }],
      [Aria.Modal],
      [Aria.Dialog, { 'aria-label': 'Card' }],
    ),
  reactFocusLock: (content) => render(content, [FocusLock]),
};
