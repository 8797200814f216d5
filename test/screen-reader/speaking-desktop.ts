/** A desktop with Orca: its own session bus, and a speech module that writes a log. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Desktop, LIMIT, whatIsMissing } from '../support/desktop.js';
import { until } from '../support/until.js';

/** The missing programs, if any. */
export const missing = whatIsMissing(
  'A screen reader can’t run',
  ['Xvfb', 'openbox', 'xdotool', 'dbus-daemon', 'speech-dispatcher', 'orca'],
  'orca dbus xvfb openbox xdotool speech-dispatcher firefox-esr chromium',
);

export class SpeakingDesktop extends Desktop {
  readonly #log = join(this.home, 'speech.jsonl');

  /** Starts everything except the browser. */
  override async start(): Promise<void> {
    Object.assign(this.env, {
      SPEECH_LOG: this.#log,
      ACCESSIBILITY_ENABLED: '1',
      GNOME_ACCESSIBILITY: '1',
      GSETTINGS_BACKEND: 'memory',
    });
    writeFileSync(this.#log, '');
    const module = fileURLToPath(new URL('speech-module.mjs', import.meta.url));
    this.write(
      '.config/speech-dispatcher/speechd.conf',
      `AddModule "transcript" "${module}" ""\nDefaultModule transcript\nDefaultLanguage "en"\n`,
    );
    const profile = { profile: ['Default', 'default'], sayAllOnLoad: false };
    const settings = {
      general: { ...profile, startingProfile: profile.profile, enableSound: false },
      profiles: { default: { ...profile, pageSummaryOnLoad: false } },
      pronunciations: {},
      keybindings: {},
    };
    this.write('.local/share/orca/user-settings.conf', JSON.stringify(settings));
    // Orca stops if `pgrep` finds the user's own Orca. This desktop has its own `pgrep`.
    this.write('pgrep', '#!/bin/sh\nexit 1\n');
    // A key that is held down types only once.
    await super.start('-r');
    const bus = ['--session', '--nofork', '--print-address'];
    this.env.DBUS_SESSION_BUS_ADDRESS = await this.firstLine(1, 'dbus-daemon', ...bus);
    this.spawn('speech-dispatcher', '--run-single');
    const socket = join(this.home, 'speech-dispatcher', 'speechd.sock');
    await until('Speech Dispatcher', () => existsSync(socket), LIMIT);
    // These messages start the accessibility bus.
    for (const name of ['IsEnabled', 'ScreenReaderEnabled'])
      await this.run(
        'dbus-send',
        ...['--session', '--print-reply', '--dest=org.a11y.Bus', '/org/a11y/bus'],
        'org.freedesktop.DBus.Properties.Set',
        ...['string:org.a11y.Status', `string:${name}`, 'variant:boolean:true'],
      );
    // Never with --replace, which would end another Orca.
    this.spawn('orca');
    const isOn = () => this.said().some((text) => /screen reader on/i.test(text));
    await until('Orca', isOn, LIMIT);
  }

  /** Returns everything that was said. */
  said(): readonly string[] {
    const lines = readFileSync(this.#log, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as string);
  }
}
