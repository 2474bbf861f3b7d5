/**
 * Small sounds, made on the spot: wood on wood, a drawn tile, a call, a win, a refusal.
 *
 * The caller asks its own switch first, and has the device prepared beforehand. A browser lets a page sound only after
 * the first touch or key: before it, and where there is no sound at all, nothing happens.
 */

export const SOUNDS = ["place", "draw", "turn", "win", "refused"] as const;
export type Sound = (typeof SOUNDS)[number];

/** One tone: when it begins and how long it rings (seconds), its pitch, where that glides to, and how loud it is. */
interface Tone {
  readonly at: number;
  readonly long: number;
  readonly pitch: number;
  readonly to?: number;
  readonly loud: number;
  readonly wave?: OscillatorType;
}

const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  place: [
    { at: 0, long: 0.05, pitch: 1150, to: 620, loud: 0.16, wave: "triangle" },
    { at: 0.004, long: 0.09, pitch: 310, to: 210, loud: 0.22 },
  ],
  draw: [
    { at: 0, long: 0.06, pitch: 420, to: 640, loud: 0.1, wave: "triangle" },
    { at: 0.07, long: 0.06, pitch: 900, to: 560, loud: 0.13, wave: "triangle" },
  ],
  turn: [
    { at: 0, long: 0.35, pitch: 659.3, loud: 0.13 },
    { at: 0.13, long: 0.5, pitch: 880, loud: 0.13 },
  ],
  win: [
    { at: 0, long: 0.4, pitch: 523.3, loud: 0.12 },
    { at: 0.12, long: 0.4, pitch: 659.3, loud: 0.12 },
    { at: 0.24, long: 0.4, pitch: 784, loud: 0.12 },
    { at: 0.38, long: 0.9, pitch: 1046.5, loud: 0.14 },
    { at: 0.38, long: 0.9, pitch: 659.3, loud: 0.07 },
  ],
  refused: [
    { at: 0, long: 0.12, pitch: 233, to: 208, loud: 0.14, wave: "triangle" },
    { at: 0.14, long: 0.18, pitch: 196, to: 165, loud: 0.14, wave: "triangle" },
  ],
};

let context: AudioContext | null = null;

/** Let a sound be heard; where there is no device yet or it sleeps, it is left out rather than heard late. */
export function play(sound: Sound, on: AudioContext | null = context): void {
  if (!on) return;
  if (on.state === "suspended") {
    void on.resume().catch(() => undefined);
    return;
  }
  for (const tone of TONES[sound]) ring(on, tone);
}

/**
 * Make the device once somebody has touched the page and the page has nothing else to do: it takes long enough to be
 * felt in the middle of a drag.
 */
export function prepare(): void {
  if (context || typeof AudioContext === "undefined") return;
  if (navigator.userActivation?.hasBeenActive) whenIdle(open);
  else for (const type of ["pointerup", "keyup"]) addEventListener(type, prepare, { once: true });
}

function open(): void {
  context ??= new AudioContext({ latencyHint: "interactive" });
}

function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === "undefined") setTimeout(work, 300);
  else requestIdleCallback(work);
}

function ring(on: AudioContext, tone: Tone): void {
  const start = on.currentTime + tone.at;
  const end = start + tone.long;
  const source = new OscillatorNode(on, { type: tone.wave ?? "sine", frequency: tone.pitch });
  if (tone.to) source.frequency.setValueAtTime(tone.pitch, start).exponentialRampToValueAtTime(tone.to, end);
  const volume = new GainNode(on, { gain: 0 });
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(tone.loud, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  source.connect(volume).connect(on.destination);
  source.start(start);
  source.stop(end + 0.02);
  source.onended = () => {
    volume.disconnect();
  };
}
