import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { region as module, type Region, regionRoot } from '../../../../contract/modules/system/region';
import type { Problems } from '../../../../contract/schema/validate';
import { session } from '../../../store/session';

/** A division as the tree shows it. */
export interface RegionNode {
  code: string;
  name: string;
  hasChildren: boolean;
}
/** A division and its ancestors, from the top. */
export type Line = { code: string; name: string; level: number }[];

export interface RegionForm {
  mode: 'add' | 'edit';
  draft: Record<string, unknown>;
  /** Initial values; differences are unsaved. */
  before: Record<string, unknown>;
  /** The typed part of a new code. */
  ownPart: string;
  problems: Problems;
  /** Idempotency key of this form, and the request last sent under it. */
  key: string;
  sent?: string;
}
export const linkLevels = ['province', 'city', 'county'] as const;

export interface RegionState {
  /** Children by the code of their parent; missing until loaded. */
  below: Record<string, RegionNode[]>;
  /** Codes whose children are loading, or failed to load. */
  loading: Record<string, true>;
  lost: Record<string, true>;
  open: string[];
  seek: string;
  /** Search results and their total; null without a search or answer. */
  found: { rows: (RegionNode & { line: string })[]; total: number } | null;
  isSeeking: boolean;
  current: string;
  /** The selected division; null until loaded. */
  shown: Region | null;
  isShownLost: boolean;
  form: RegionForm | null;
  busy: { save?: true; remove?: true };
  /** The three linked selects: options, choices, and the resulting division. */
  links: { options: RegionNode[][]; picked: string[]; line: Line | null; isLost: boolean };
}
const noLinks: RegionState['links'] = { options: [], picked: ['', '', ''], line: null, isLost: false };
const initial: RegionState = {
  below: {},
  loading: {},
  lost: {},
  open: [regionRoot],
  seek: '',
  found: null,
  isSeeking: false,
  current: regionRoot,
  shown: null,
  isShownLost: false,
  form: null,
  busy: {},
  links: noLinks,
};

/** Administrative divisions: tree, selected division, its form, and three linked selects to look up codes. */
export const regions = createSlice({
  name: 'regions',
  initialState: initial,
  reducers: {
    /** Loads the children. */
    load(s, { payload: code }: PayloadAction<string>) {
      s.loading[code] = true;
      delete s.lost[code];
    },
    loaded(s, { payload: { code, nodes } }: PayloadAction<{ code: string; nodes: RegionNode[] }>) {
      s.below[code] = nodes;
      delete s.lost[code];
      delete s.loading[code];
    },
    lost(s, { payload: code }: PayloadAction<string>) {
      delete s.loading[code];
      s.lost[code] = true;
    },
    toggle(s, { payload: code }: PayloadAction<string>) {
      s.open = s.open.includes(code) ? s.open.filter((one) => one !== code) : [...s.open, code];
    },
    openAll(s, { payload: codes }: PayloadAction<readonly string[]>) {
      s.open = [...new Set([...s.open, ...codes])];
    },
    seek(s, { payload }: PayloadAction<string>) {
      s.seek = payload;
      s.isSeeking = payload.trim() !== '';
      if (!s.isSeeking) s.found = null;
    },
    found(s, { payload }: PayloadAction<RegionState['found']>) {
      s.found = payload;
      s.isSeeking = false;
    },
    /** Selects a division. */
    choose(_s, _action: PayloadAction<string>) {},
    chosen(s, { payload: code }: PayloadAction<string>) {
      s.current = code;
      s.shown = null;
      s.isShownLost = false;
      s.form = null;
    },
    shown(s, { payload }: PayloadAction<Region>) {
      s.shown = payload;
      s.isShownLost = false;
    },
    shownLost(s) {
      s.isShownLost = true;
    },
    edit() {},
    addBelow() {},
    opened(s, { payload: { mode, key } }: PayloadAction<Pick<RegionForm, 'mode' | 'key'>>) {
      if (!s.shown) return;
      const draft = mode === 'edit' ? { ...s.shown } : draftBelow(s.shown, s.below[s.shown.code]?.length ?? 0);
      s.form = { mode, draft, before: draft, ownPart: '', problems: {}, key };
    },
    type(s, { payload }: PayloadAction<Record<string, unknown>>) {
      if (!s.form) return;
      Object.assign(s.form.draft, payload);
      for (const name of Object.keys(payload)) delete s.form.problems[name];
    },
    typeCode(s, { payload }: PayloadAction<string>) {
      if (!s.form || !s.shown) return;
      s.form.ownPart = payload;
      s.form.draft.code = wholeCode(s.shown, payload);
      delete s.form.problems.code;
    },
    judged(s, { payload }: PayloadAction<Problems>) {
      if (s.form) s.form.problems = payload;
      delete s.busy.save;
    },
    cancel() {},
    shut(s) {
      s.form = null;
    },
    save(s) {
      if (s.form) s.busy.save = true;
    },
    sent(s, { payload: { key, body } }: PayloadAction<{ key: string; body: string }>) {
      if (s.form) Object.assign(s.form, { key, sent: body });
    },
    saved(s, _action: PayloadAction<{ code: string; parentCode: string }>) {
      s.form = null;
      delete s.busy.save;
    },
    saveFailed(s) {
      delete s.busy.save;
    },
    remove(s) {
      s.busy.remove = true;
    },
    removed(_s, _action: PayloadAction<{ code: string; parentCode: string }>) {},
    removeEnded(s) {
      delete s.busy.remove;
    },
    /** Selects at one of the three levels and clears the later ones. */
    link(s, { payload: { at, code } }: PayloadAction<{ at: number; code: string }>) {
      s.links.picked = s.links.picked.map((was, i) => (i === at ? code : i > at ? '' : was));
      s.links.options = s.links.options.slice(0, at + 1);
      s.links.line = null;
      s.links.isLost = false;
    },
    offered(s, { payload: { at, nodes } }: PayloadAction<{ at: number; nodes: RegionNode[] }>) {
      s.links.options[at] = nodes;
    },
    lineTold(s, { payload }: PayloadAction<Line>) {
      s.links.line = payload;
    },
    linkLost(s) {
      s.links.isLost = true;
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => initial),
  selectors: { typed: ({ form }) => form?.draft, all: (s) => s },
});

type Placed = Pick<Region, 'code' | 'level'>;
/** Digits that identify a division of each level, without what follows them. */
const lengths = [0, 2, 4, 6, 9, 12] as const;
/** Codes down to the counties are padded with zeros to this length. */
const COUNTY_DIGITS = 6;
function levelOf({ level }: Placed) {
  return Number(level);
}

export function mayHaveBelow(above: Placed): boolean {
  return levelOf(above) < lengths.length - 1;
}
/** The code of a new child: its prefix from the parent, the number of its own digits, and the padding. */
export function codeParts(above: Placed): { prefix: string; own: number; suffix: string } {
  const level = levelOf(above);
  const [from = 0, to = from] = [lengths[level], lengths[level + 1]];
  const prefix = above.code.slice(0, from);
  // A child is padded where its siblings are.
  const isFilled = level === 0 || above.code.length >= COUNTY_DIGITS;
  return { prefix, own: to - from, suffix: isFilled ? '0'.repeat(Math.max(0, COUNTY_DIGITS - to)) : '' };
}
/** The code with the typed part; '' while it is incomplete. */
export function wholeCode(above: Placed, part: string): string {
  const { prefix, own, suffix } = codeParts(above);
  return new RegExp(`^\\d{${own}}$`).test(part) && !/^0+$/.test(part) ? `${prefix}${part}${suffix}` : '';
}

function draftBelow(above: Region, count: number): Record<string, unknown> {
  return {
    parentCode: above.code,
    code: '',
    name: '',
    level: Math.min(levelOf(above) + 1, lengths.length - 1),
    sort: count + 1,
    remark: '',
  };
}

/** Request body: the fields of the module, and the id of an existing division. */
export function bodyOf({ mode, draft }: Pick<RegionForm, 'mode' | 'draft'>): Record<string, unknown> {
  return {
    ...(mode === 'edit' ? { id: draft.code } : {}),
    ...Object.fromEntries(
      Object.entries(module.fields).flatMap(([name, { inForm }]) =>
        inForm === false || draft[name] === undefined ? [] : [[name, draft[name]]],
      ),
    ),
  };
}
