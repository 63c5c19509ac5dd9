import type { ReactNode } from 'react';
import { clock, StepList } from './bar/StepList';
import { Glyph, Tool } from './bar/Tool';
import styles from './StudioBar.module.css';

export interface StudioBarProps {
  words: {
    studio: string;
    record: string;
    recordAnew: string;
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
  /** Says that an administrator has turned it on, and until when; '' where testers work. */
  granted: string;
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

interface FoldedBarProps {
  words: Pick<StudioBarProps['words'], 'studio' | 'unfold' | 'recording'>;
  isLeft: boolean;
  isRecording: boolean;
  hasFault: boolean;
  onUnfold(): void;
}
function FoldedBar({ words, isLeft, isRecording, hasFault, onUnfold }: FoldedBarProps) {
  return (
    <section className={`${styles.bar} ${styles.folded}`} data-left={isLeft || undefined} aria-label={words.studio}>
      <Tool label={words.unfold} aria-expanded="false" onClick={onUnfold}>
        {isRecording || hasFault ? (
          <span
            className={styles.dot}
            {...(isRecording ? { role: 'img', 'aria-label': words.recording } : { 'data-fault': true })}
          />
        ) : (
          <Glyph name="fold" isTurned />
        )}
      </Tool>
    </section>
  );
}

type NoteFormProps = Pick<StudioBarProps, 'note' | 'onNote' | 'onSave' | 'onDiscard'> & {
  words: Pick<StudioBarProps['words'], 'note' | 'save' | 'discard'>;
};
/** What is asked about a tape before it is saved. */
function NoteForm({ words, note, onNote, onSave, onDiscard }: NoteFormProps) {
  return (
    <form
      className={styles.part}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <input
        type="text"
        className={styles.note}
        value={note}
        maxLength={200}
        aria-label={words.note}
        placeholder={words.note}
        onChange={({ target }) => onNote(target.value)}
      />
      <Tool type="submit" tone="primary">
        {words.save}
      </Tool>
      <Tool onClick={onDiscard}>{words.discard}</Tool>
    </form>
  );
}

/** The tester's bar, in a strip below the page, covering no part of it. */
export function StudioBar({
  words,
  granted,
  stage,
  isFolded,
  isLeft,
  ms,
  note,
  notice,
  hasFault,
  ...on
}: StudioBarProps) {
  const tools: Record<StudioBarProps['stage'], ReactNode> = {
    ready: (
      <>
        <Tool title={words.recordHint} onClick={on.onRecord}>
          {granted ? (
            words.recordAnew
          ) : (
            <>
              <span className={styles.dot} aria-hidden="true" />
              {words.record}
            </>
          )}
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
    stopped: <NoteForm words={words} note={note} onNote={on.onNote} onSave={on.onSave} onDiscard={on.onDiscard} />,
  };
  if (isFolded)
    return (
      <FoldedBar
        words={words}
        isLeft={isLeft}
        isRecording={stage === 'recording' || granted !== ''}
        hasFault={hasFault}
        onUnfold={() => on.onFold(false)}
      />
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
      {granted && (
        <span className={styles.part}>
          {stage !== 'recording' && <span className={styles.dot} role="img" aria-label={words.recording} />}
          {granted}
        </span>
      )}
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
    asPage: string;
    asTest: string;
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
  isTaking: boolean;
  /** Says which files were made; '' before. */
  taken: string;
  onTake(what: 'page' | 'tests'): void;
  onStep(by: number): void;
  onGo(step: number): void;
  onToggle(): void;
  onSpeed(speed: S): void;
  onList(isListed: boolean): void;
  onLeave(): void;
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
  isTaking,
  taken,
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
        <Tool disabled={isTaking} onClick={() => on.onTake('page')}>
          {words.asPage}
        </Tool>
        <Tool disabled={isTaking} onClick={() => on.onTake('tests')}>
          {words.asTest}
        </Tool>
        <Tool tone="primary" aria-keyshortcuts="Escape" onClick={on.onLeave}>
          {words.leave}
        </Tool>
      </div>
      <div className={styles.part}>
        <span>
          {words.address} <b data-address>{path || words.begins}</b>
        </span>
        <span role="status">{taken}</span>
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
      {isListed && <StepList lines={lines} at={at} label={words.steps} onGo={on.onGo} />}
    </section>
  );
}
