import { ChangeDetectionStrategy, Component, model } from '@angular/core';

const SETTINGS = [
  { id: 'contactless', name: 'Contactless', about: 'Pay by holding the card to a terminal' },
  { id: 'online', name: 'Online payments', about: 'In shops and apps' },
  { id: 'abroad', name: 'Payments abroad', about: 'Outside of your own country' },
];

@Component({
  selector: 'section[app-card-settings]',
  host: { class: 'panel', 'aria-labelledby': 'settings' },
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h2 id="settings">Settings</h2>
    <div class="settings">
      @for (setting of settings; track setting.id) {
        <label>
          <span
            >{{ setting.name }}<small>{{ setting.about }}</small></span
          >
          <input
            type="checkbox"
            role="switch"
            [checked]="allowed().includes(setting.id)"
            (change)="toggle(setting.id)"
          />
        </label>
      }
    </div>
  `,
})
export class CardSettings {
  readonly allowed = model.required<readonly string[]>();
  protected readonly settings = SETTINGS;

  protected toggle(id: string): void {
    this.allowed.update((ids) =>
      ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id],
    );
  }
}
