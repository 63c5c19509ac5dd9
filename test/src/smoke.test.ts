import { start } from '../support/fakeWorld';
it('starts', async () => {
  const app = await start({ at: '/lease/product' });
  console.log(app.asked.map((a) => a.call.url), app.navigated, app.titles, app.loaded, app.actions.map((a) => a.type), app.toasts());
});
