/** Each slice of a feature says what its person has typed, or why there is nothing to lose. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { UnknownAction } from '@reduxjs/toolkit';
import { starts } from '../../../src/features/develop/model/start/startSlice';
import { grantSlice } from '../../../src/features/system/role/grantSlice';
import { tenantDialogs } from '../../../src/features/system/tenant/tenantDialogsSlice';
import { userDialogs } from '../../../src/features/system/user/userDialogsSlice';
import { isTypedIn } from '../../../src/sagas/navigation/typed';
import { feedback } from '../../../src/store/feedback';
import { route, tabs } from '../../../src/store/navigation/route';
import { session } from '../../../src/store/session';
import { quiet, start } from '../../support/fakeWorld';

/** Slices without such words, and why. */
const own = 'its saga marks the page by what the page began with';
const reads = 'it only shows what the server answers';
const asks = 'what is typed is a condition of what is shown';
const sends = 'a file that is chosen is sent at once';
const without: Readonly<Record<string, string>> = {
  desks: own,
  flowDesign: own,
  modelDesign: own,
  orderForm: own,
  processPage: own,
  profile: own,
  attachUses: reads,
  audit: reads,
  batchPages: reads,
  codeGenerator: reads,
  customerPage: reads,
  errorTape: reads,
  flow: reads,
  flowVersions: reads,
  follow: reads,
  guide: reads,
  iframe: reads,
  jobRuns: reads,
  ledger: reads,
  orderMoves: reads,
  orderPage: reads,
  receiptPages: reads,
  transfers: reads,
  welcome: reads,
  apiDocs: asks,
  collectionDesk: asks,
  dashboard: asks,
  datasourcePages: asks,
  figures: asks,
  mailbox: asks,
  people: asks,
  reportPreview: asks,
  templateDesk: asks,
  why: asks,
  identityReading: sends,
  papers: sends,
  pictureUpload: sends,
  supplierFiles: sends,
  verification: sends,
  dictionaries: 'its forms are those of its two modules',
  editor: 'its text is part of the form around it',
  portfolioPages: 'its upload is a page that keeps date and file while it is open',
  sign: 'its page has no tab and keeps nothing of a customer',
  test: 'it is for people who draw processes, and nothing of it is stored',
};

const folder = join(__dirname, '../../../src/features');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /Slice\.ts$/.test(file));

function slicesOf(file: string) {
  const held: Record<string, unknown> = require(join(folder, file));
  return Object.values(held).flatMap((one) =>
    typeof one === 'object' && one !== null && 'reducerPath' in one ? [one as unknown as { name: string }] : [],
  );
}

it('says what was typed, or why there is nothing to lose', () => {
  const slices = files.flatMap(slicesOf);
  expect(slices.length).toBeGreaterThan(50);
  const silent = slices.filter((slice) => !isTypedIn(slice)).map(({ name }) => name);
  expect([...new Set(silent)].sort()).toEqual(Object.keys(without).sort());
});

it('of roles and of top menus says the same of its trees', () => {
  expect(isTypedIn(grantSlice('roleGrant'))).toBe(true);
});

const row = { id: '1', tenantId: '100001', tenantName: '租户', status: 1, accountNumber: 5 } as never;
const person = { id: '2', account: 'lin', realName: '林', roleId: '7' } as never;
const dialogs: [name: string, at: string, show: UnknownAction, type: UnknownAction, back: UnknownAction][] = [
  [
    'limits of a tenant',
    '/system/tenant',
    tenantDialogs.actions.setLimits([row]),
    tenantDialogs.actions.typeLimits({ domain: 'a.example' }),
    tenantDialogs.actions.typeLimits({ domain: '' }),
  ],
  [
    'roles of a person',
    '/system/user',
    userDialogs.actions.setRoles([person]),
    userDialogs.actions.pickRoles('7,8'),
    userDialogs.actions.pickRoles('7'),
  ],
  [
    'a new model',
    '/tool/model',
    starts.actions.show(),
    starts.actions.type({ zh: '车' }),
    starts.actions.type({ zh: '' }),
  ],
];

it.each(dialogs)(
  '%s holds input from the first change until it is shut or taken back',
  async (_, at, show, type, back) => {
    const app = await start({ at });
    await quiet();
    const path = app.see(route.selectors.path);
    const isDirty = () => app.see(tabs.selectors.isDirty, path);
    app.do(show);
    expect(isDirty()).toBe(false);
    app.do(type);
    expect(isDirty()).toBe(true);
    app.do(session.actions.signOut());
    expect(app.see(feedback.selectors.question)?.say).toBe('ask.signOutUnsaved');
    app.do(feedback.actions.answered({ isSure: false, reason: '' }));
    await quiet();
    app.do(back);
    expect(isDirty()).toBe(false);
    app.do(type);
    expect(isDirty()).toBe(true);
    app.do({ type: `${type.type.split('/')[0]}/shut` });
    expect(isDirty()).toBe(false);
    // What is opened next begins with what it shows then.
    app.do(show);
    expect(isDirty()).toBe(false);
  },
);
