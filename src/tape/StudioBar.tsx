import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './StudioBar.module.css';

/** The studio's own icons: it shares no file with the product. */
const glyphs = {
  stop: 'M5 6.5C5 5.67 5.67 5 6.5 5h7c.83 0 1.5.67 1.5 1.5v7c0 .83-.67 1.5-1.5 1.5h-7A1.5 1.5 0 0 1 5 13.5z',
  play: 'M6 4.3c0-.77.84-1.25 1.5-.86l9 5.2c.67.39.67 1.35 0 1.73l-9 5.2A1 1 0 0 1 6 14.7z',
  pause:
    'M5 4.5A1.5 1.5 0 0 1 6.5 3h1A1.5 1.5 0 0 1 9 4.5v11A1.5 1.5 0 0 1 7.5 17h-1A1.5 1.5 0 0 1 5 15.5zm6 0A1.5 1.5 0 0 1 12.5 3h1A1.5 1.5 0 0 1 15 4.5v11a1.5 1.5 0 0 1-1.5 1.5h-1a1.5 1.5 0 0 1-1.5-1.5z',
  back: 'M12.4 4.7c.4.4.4 1 0 1.4L8.5 10l3.9 3.9a1 1 0 0 1-1.4 1.4l-4.6-4.6a1 1 0 0 1 0-1.4L11 4.7a1 1 0 0 1 1.4 0z',
  on: 'M7.6 4.7a1 1 0 0 1 1.4 0l4.6 4.6a1 1 0 0 1 0 1.4L9 15.3a1 1 0 0 1-1.4-1.4l3.9-3.9-3.9-3.9a1 1 0 0 1 0-1.4z',
  fold: 'M4.7 7.6c.4-.4 1-.4 1.4 0l3.9 3.9 3.9-3.9A1 1 0 0 1 15.3 9l-4.6 4.6a1 1 0 0 1-1.4 0L4.7 9a1 1 0 0 1 0-1.4z',
  left: 'M3 4.5C3 3.67 3.67 3 4.5 3h11c.83 0 1.5.67 1.5 1.5v11c0 .83-.67 1.5-1.5 1.5h-11A1.5 1.5 0 0 1 3 15.5zm4.5-.5v12h8a.5.5 0 0 0 .5-.5v-11a.5.5 0 0 0-.5-.5z',
  close:
    'M4.7 4.7c.4-.4 1-.4 1.4 0L10 8.6l3.9-3.9a1 1 0 0 1 1.4 1.4L11.4 10l3.9 3.9a1 1 0 0 1-1.4 1.4L10 11.4l-3.9 3.9a1 1 0 0 1-1.4-1.4L8.6 10 4.7 6.1a1 1 0 0 1 0-1.4z',
  list: 'M3 5.5c0-.28.22-.5.5-.5h13a.5.5 0 0 1 0 1h-13a.5.5 0 0 1-.5-.5m0 4.5c0-.28.22-.5.5-.5h13a.5.5 0 0 1 0 1h-13A.5.5 0 0 1 3 10m.5 4a.5.5 0 0 0 0 1h13a.5.5 0 0 0 0-1z',
} as const;

function Glyph({ name, isTurned }: { name: keyof typeof glyphs; isTurned?: boolean }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 20 20"
      width="16"
      height="16"
      aria-hidden="true"
      focusable="false"
      style={isTurned ? { transform: 'rotate(180deg)' } : undefined}
    >
      <path d={glyphs[name]} />
    </svg>
  );
}

interface ToolProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Accessible name and tooltip of an icon button. */
  label?: string;
  tone?: 'primary' | 'danger';
}
/** Classes of base.css. */
const tones = { primary: 'button is-main', danger: 'button is-danger' };
function Tool({ label, tone, children, ...rest }: ToolProps) {
  return (
    <button
      type="button"
      className={`${tone ? tones[tone] : 'plain'} ${styles.tool}`}
      aria-label={label}
      title={label}
      {...rest}
    >
      {children}
    </button>
  );
}

/** `3:07`, and with hours `1:03:07`. */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

export interface StudioBarProps {
  words: {
    studio: string;
    record: string;
    recording: string;
    steps: string;
    stopRecording: string;
    recordHint: string;
    recent: string;
    recentHint: string;
    open: string;
    openHint: string;
    note: string;
    save: string;
    discard: string;
    ask: string;
    yes: string;
    no: string;
    fold: string;
    unfold: string;
    move: string;
    fault: string;
    attach: string;
    dismiss: string;
  };
  stage: 'ready' | 'asking' | 'recording' | 'stopped';
  isFolded: boolean;
  isLeft: boolean;
  ms: number;
  note: string;
  /** The result of the last command. */
  notice: { tone: 'good' | 'bad'; text: string } | null;
  hasFault: boolean;
  canAttach: boolean;
  onRecord(): void;
  onAnswer(isSure: boolean): void;
  onStop(): void;
  onNote(text: string): void;
  onSave(): void;
  onDiscard(): void;
  onRecent(): void;
  onOpen(): void;
  onAttach(): void;
  onDismiss(): void;
  onFold(isFolded: boolean): void;
  onMove(): void;
}

function Recording({ words, ms }: Pick<StudioBarProps, 'words' | 'ms'>) {
  return (
    <span className={styles.part}>
      <span className={styles.dot} role="img" aria-label={words.recording} title={words.recording} />
      <span>{clock(ms)}</span>
      <span>{words.steps}</span>
    </span>
  );
}

/** The tester's bar, in a strip below the page, covering no part of it. */
export function StudioBar({ words, stage, isFolded, isLeft, ms, note, notice, hasFault, ...on }: StudioBarProps) {
  const tools: Record<StudioBarProps['stage'], ReactNode> = {
    ready: (
      <>
        <Tool title={words.recordHint} onClick={on.onRecord}>
          <span className={styles.dot} aria-hidden="true" />
          {words.record}
        </Tool>
        <Tool title={words.recentHint} onClick={on.onRecent}>
          {words.recent}
        </Tool>
        <Tool title={words.openHint} onClick={on.onOpen}>
          {words.open}
        </Tool>
      </>
    ),
    asking: (
      <>
        <span role="alert">{words.ask}</span>
        <Tool onClick={() => on.onAnswer(false)}>{words.no}</Tool>
        <Tool tone="danger" onClick={() => on.onAnswer(true)}>
          {words.yes}
        </Tool>
      </>
    ),
    recording: (
      <>
        <Recording words={words} ms={ms} />
        <Tool tone="danger" onClick={on.onStop}>
          <Glyph name="stop" />
          {words.stopRecording}
        </Tool>
      </>
    ),
    stopped: (
      <form
        className={styles.part}
        onSubmit={(event) => {
          event.preventDefault();
          on.onSave();
        }}
      >
        <input
          type="text"
          className={styles.note}
          value={note}
          maxLength={200}
          aria-label={words.note}
          placeholder={words.note}
          onChange={({ target }) => on.onNote(target.value)}
        />
        <Tool type="submit" tone="primary">
          {words.save}
        </Tool>
        <Tool onClick={on.onDiscard}>{words.discard}</Tool>
      </form>
    ),
  };
  if (isFolded)
    return (
      <section className={`${styles.bar} ${styles.folded}`} data-left={isLeft || undefined} aria-label={words.studio}>
        <Tool label={words.unfold} aria-expanded="false" onClick={() => on.onFold(false)}>
          {stage === 'recording' || hasFault ? (
            <span
              className={styles.dot}
              {...(stage === 'recording' ? { role: 'img', 'aria-label': words.recording } : { 'data-fault': true })}
            />
          ) : (
            <Glyph name="fold" isTurned />
          )}
        </Tool>
      </section>
    );
  return (
    <section className={styles.bar} data-left={isLeft || undefined} aria-label={words.studio}>
      {hasFault && (
        <span className={styles.part} data-tone="bad" role="alert">
          {words.fault}
          {on.canAttach && (
            <Tool tone="primary" onClick={on.onAttach}>
              {words.attach}
            </Tool>
          )}
          <Tool label={words.dismiss} onClick={on.onDismiss}>
            <Glyph name="close" />
          </Tool>
        </span>
      )}
      {/* Mounted before its first message: a live region mounted together with its text is not read out. */}
      <span className={styles.part} data-tone={notice?.tone} role="status">
        {notice && (
          <>
            {notice.text}
            <Tool label={words.dismiss} onClick={on.onDismiss}>
              <Glyph name="close" />
            </Tool>
          </>
        )}
      </span>
      {tools[stage]}
      <Tool label={words.move} onClick={on.onMove}>
        <Glyph name="left" isTurned={isLeft} />
      </Tool>
      <Tool label={words.fold} aria-expanded="true" onClick={() => on.onFold(true)}>
        <Glyph name="fold" />
      </Tool>
    </section>
  );
}

export interface StudioPlayerProps<S extends string | number> {
  words: {
    player: string;
    replay: string;
    unreal: string;
    back: string;
    on: string;
    play: string;
    pause: string;
    speed: string;
    speeds: Record<S, string>;
    step: string;
    steps: string;
    address: string;
    begins: string;
    showList: string;
    hideList: string;
    leave: string;
    verdict: string;
  };
  name: string;
  note: string;
  /** The current step, the target step, and how many there are. */
  at: number;
  aim: number;
  steps: number;
  path: string;
  lines: readonly { step: number; ms: number; text: string }[];
  speed: S;
  speeds: readonly S[];
  isPlaying: boolean;
  isListed: boolean;
  /** Differences in lines, none when equal; `null` while unknown. */
  verdict: readonly string[] | null;
  onStep(by: number): void;
  onGo(step: number): void;
  onToggle(): void;
  onSpeed(speed: S): void;
  onList(isListed: boolean): void;
  onLeave(): void;
}

/** Scrolls the current row into view without moving anything but the list. */
function reveal(row: HTMLElement | null) {
  const list = row?.closest('ol');
  if (!row || !list) return;
  const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
  if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight)
    list.scrollTop = top - (list.clientHeight - row.offsetHeight) / 2;
}

/** The button that opened the tape is gone, so the focus is set. */
function takeFocus(player: HTMLElement | null) {
  return player?.focus();
}

/** Controls of a tape that is shown in place of the live page. */
export function StudioPlayer<S extends string | number>({
  words,
  name,
  note,
  at,
  aim,
  steps,
  path,
  lines,
  speed,
  speeds,
  isPlaying,
  isListed,
  verdict,
  ...on
}: StudioPlayerProps<S>) {
  const current = lines.find(({ step }) => step === at);
  return (
    <section
      className={styles.player}
      tabIndex={-1}
      ref={takeFocus}
      aria-label={words.player}
      data-listed={isListed || undefined}
    >
      <div className={styles.frame} aria-hidden="true" />
      <div className={styles.part}>
        <strong data-tone="bad">{words.replay}</strong>
        <Tool label={words.back} aria-keyshortcuts="ArrowLeft" disabled={aim === 0} onClick={() => on.onStep(-1)}>
          <Glyph name="back" />
        </Tool>
        <Tool label={isPlaying ? words.pause : words.play} aria-keyshortcuts="Space" onClick={on.onToggle}>
          <Glyph name={isPlaying ? 'pause' : 'play'} />
        </Tool>
        <Tool label={words.on} aria-keyshortcuts="ArrowRight" disabled={aim === steps} onClick={() => on.onStep(1)}>
          <Glyph name="on" />
        </Tool>
        <input
          className={styles.slider}
          type="range"
          min={0}
          max={steps}
          value={aim}
          aria-label={words.step}
          aria-valuetext={current ? `${at}: ${current.text}` : String(at)}
          onChange={({ target }) => on.onGo(Number(target.value))}
        />
        <span data-count>
          {at} / {steps}
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a row of tools */}
        <span className={styles.speeds} role="group" aria-label={words.speed}>
          {speeds.map((one) => (
            <Tool key={one} aria-pressed={one === speed} onClick={() => on.onSpeed(one)}>
              {words.speeds[one]}
            </Tool>
          ))}
        </span>
        <Tool
          label={isListed ? words.hideList : words.showList}
          aria-expanded={isListed}
          onClick={() => on.onList(!isListed)}
        >
          <Glyph name="list" />
        </Tool>
        <Tool tone="primary" aria-keyshortcuts="Escape" onClick={on.onLeave}>
          {words.leave}
        </Tool>
      </div>
      <div className={styles.part}>
        <span>
          {words.address} <b data-address>{path || words.begins}</b>
        </span>
        <span className={styles.unreal}>{words.unreal}</span>
        <span className={styles.text} title={note}>
          {note ? `${name} · ${note}` : name}
        </span>
      </div>
      {verdict && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long one is scrolled, with the keyboard too
        <div className={styles.verdict} role="status" tabIndex={0} data-tone={verdict.length > 0 ? 'bad' : 'good'}>
          <strong>{words.verdict}</strong>
          {verdict.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
      )}
      {isListed && (
        <ol className={styles.steps} aria-label={words.steps}>
          {lines.map(({ step, ms, text }) => (
            <li key={step} ref={step === at ? reveal : undefined}>
              <Tool
                tabIndex={step === (current ?? lines[0])?.step ? 0 : -1}
                aria-current={step === at ? 'step' : undefined}
                onClick={() => on.onGo(step)}
              >
                <span>{step}</span>
                <span>{clock(ms)}</span>
                <span className={styles.text}>{text}</span>
              </Tool>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
