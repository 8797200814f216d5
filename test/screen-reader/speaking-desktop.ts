/** A desktop with Orca: its own session bus, and a voice that writes a log. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Desktop, LIMIT, whatIsMissing } from '../support/desktop.js';
import { until } from '../support/until.js';

/** The missing programs, if any. */
export const missing = whatIsMissing(
  'A screen reader can’t run',
  ['Xvfb', 'openbox', 'xdotool', 'dbus-daemon', 'speech-dispatcher', 'orca'],
  'orca dbus xvfb openbox xdotool speech-dispatcher firefox-esr chromium',
);

/** Speech Dispatcher's module for programs. It needs a sound device, even if nothing uses it. */
const SPEECH_DISPATCHER = `
AudioOutputMethod "oss"
AudioOSSDevice "/dev/null"
AddModule "voice" "sd_generic" "voice.conf"
DefaultModule voice
DefaultLanguage "en"
`;

/** Without its delimiters, the module doesn't divide a text. */
const moduleFor = (home: string): string => `
GenericExecuteSynth "${home}/voice \\'$DATA\\'"
GenericDelimiters "|"
GenericDefaultCharset "utf-8"
GenericLanguage "en" "en" "utf-8"
AddVoice "en" "MALE1" "en"
`;

/**
 * Writes each text as a line, and takes as long as a fast voice (60 characters per second), because
 * Orca speaks differently if its last text wasn't finished.
 */
const VOICE = `#!/bin/sh
printf '%s\\n' "$1" >>"$HOME/speech.txt"
exec sleep $(printf %d.%02d $((\${#1} / 60)) $((\${#1} % 60 * 100 / 60)))
`;

export class SpeakingDesktop extends Desktop {
  readonly #log = join(this.home, 'speech.txt');

  /** Starts everything except the browser. */
  override async start(): Promise<void> {
    Object.assign(this.env, {
      ACCESSIBILITY_ENABLED: '1',
      GNOME_ACCESSIBILITY: '1',
      GSETTINGS_BACKEND: 'memory',
    });
    writeFileSync(this.#log, '');
    this.write('.config/speech-dispatcher/speechd.conf', SPEECH_DISPATCHER);
    this.write('.config/speech-dispatcher/modules/voice.conf', moduleFor(this.home));
    this.write('voice', VOICE);
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
    const texts = readFileSync(this.#log, 'utf8').split('\n');
    return texts.map((text) => text.trim()).filter(Boolean);
  }
}
