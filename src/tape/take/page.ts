/** A tape as a page of its own: steps, calls, changes of the state and pictures in one file, read in any browser. */
import type { Picture } from '../../world/pictures';
import { describeEntry } from '../describe';
import { askedIn, deviceOf, isStep, questionOf, type Step, type Tape } from '../tape';
import type { Say } from '../words';

export interface Pictures {
  /** By the number of the step after which it is seen. */
  at: ReadonlyMap<number, Picture>;
  sheets: string;
}

/** A table of the parts that pictures have in common: two pictures of a list differ in a few of a thousand. */
function packed(pictures: Pictures['at']) {
  const parts: string[] = [];
  const known = new Map<string, number>();
  const numbers = (text: string) =>
    text.split(/(?=<(?:tr|td|th|div|li|button|section|label|span|svg)\b)/).map((part) => {
      const before = known.get(part);
      if (before !== undefined) return before;
      known.set(part, parts.length);
      return parts.push(part) - 1;
    });
  const shown = [...pictures].map(([step, { body, look }]) => [step, { look, parts: numbers(body) }]);
  return { pictures: Object.fromEntries(shown), parts };
}

interface CallLine {
  step: number;
  call: string;
  status: number | string;
  ms: number;
}
function callOf(tape: Tape, step: Step, askedAt: ReadonlyMap<number, number>): CallLine | undefined {
  const ask = askedIn(tape, questionOf(step));
  if (ask?.port !== 'send') return undefined;
  const { method = '', url = '' } = (ask.args?.[0] ?? {}) as { method?: string; url?: string };
  const { status = 0 } = ('value' in step ? (step.value ?? {}) : {}) as { status?: number };
  return {
    step: step.step,
    call: `${method} ${url}`,
    status: 'fail' in step ? (step.error.status ?? step.error.message) : status,
    ms: step.ms - (askedAt.get(ask.ask) ?? step.ms),
  };
}

/** In a script, no text may end it. */
function inScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const style = `:root{color-scheme:light dark;font:14px/20px system-ui,sans-serif}body{margin:0;display:grid;grid-template:auto 1fr/360px 1fr;height:100vh}
header{grid-column:1/-1;padding:8px 16px;border-bottom:1px solid #8886}h1{font-size:16px;margin:0}nav{overflow:auto;border-right:1px solid #8886}
ol{list-style:none;margin:0;padding:0}nav button{display:block;width:100%;padding:4px 12px;border:0;background:none;color:inherit;font:inherit;text-align:left;cursor:pointer;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
nav button[aria-current]{background:#0a6cc433}nav button.bad{color:light-dark(#b3261e,#ff8a80)}nav button:focus-visible{outline:2px solid;outline-offset:-2px}main{display:grid;grid-template-rows:1fr 220px;min-width:0;min-height:0}
.picture{overflow:hidden;min-height:0}iframe{border:0;transform-origin:0 0}.facts{overflow:auto;border-top:1px solid #8886;padding:8px 16px}
table{border-collapse:collapse}caption{text-align:left;font-weight:600;padding-top:8px}td,th{padding:2px 12px 2px 0;text-align:left;vertical-align:top}pre{margin:0;white-space:pre-wrap;word-break:break-all}`;

/** Runs in the file itself. */
const script = `const t=JSON.parse(document.getElementById('tape').textContent),q=(s)=>document.querySelector(s),list=q('ol');let frame=q('iframe'),shown;
function fit(){const box=frame.parentNode.getBoundingClientRect(),by=Math.min(1,box.width/t.width);frame.style.cssText='width:'+t.width+'px;height:'+box.height/by+'px;transform:scale('+by+')'}
function row(cells,tag){const r=document.createElement('tr');for(const c of cells){const d=document.createElement(tag||'td');d.textContent=c;r.append(d)}return r}
function show(n){const at=t.steps.findIndex((s)=>s.step===n);for(const b of list.querySelectorAll('button')){const is=+b.dataset.step===n;b.tabIndex=is?0:-1;if(!is)b.removeAttribute('aria-current');else{b.setAttribute('aria-current','step');b.scrollIntoView({block:'nearest'});if(list.contains(document.activeElement))b.focus()}}
let p;for(const s of t.steps.slice(0,at+1))p=t.pictures[s.step]||p;
if(p&&shown!==p){shown=p;const a=Object.entries(p.look).map(([k,v])=>k+'="'+v.replaceAll('"','&quot;')+'"').join(' ');const next=frame.cloneNode();next.srcdoc='<!doctype html><html '+a+'><head><style>'+t.sheets+'</style></head><body>'+p.parts.map((i)=>t.parts[i]).join('')+'</body></html>';frame.replaceWith(next);frame=next}
const facts=q('#facts');facts.replaceChildren();for(const e of t.steps[at].after){const l=document.createElement('div');l.textContent=e;facts.append(l)}
const st=q('#state');st.textContent=Object.entries(t.steps[at].state||{}).map(([k,v])=>k+' = '+JSON.stringify(v)).join('\\n');history.replaceState(null,'','#'+n)}
for(const s of t.steps){const li=document.createElement('li'),b=document.createElement('button');b.textContent=s.step+'  '+(s.ms/1000).toFixed(1)+' s  '+s.text;b.title=s.text;b.dataset.step=s.step;if(s.isBad)b.className='bad';b.onclick=()=>show(s.step);li.append(b);list.append(li)}
for(const c of t.calls)q('#calls').append(row([c.step,c.call,c.status,c.ms+' ms']));
addEventListener('keydown',(e)=>{const last=t.steps.length-1,at=t.steps.findIndex((s)=>s.step===+q('[aria-current]').dataset.step),to={ArrowLeft:at-1,ArrowUp:at-1,ArrowRight:at+1,ArrowDown:at+1,Home:0,End:last}[e.key];if(t.steps[to]&&!e.target.closest('.facts')){e.preventDefault();show(t.steps[to].step)}});
addEventListener('resize',fit);fit();show((t.steps.find((s)=>s.step===+location.hash.slice(1))||t.steps[0]).step)`;

/** The file. Everything in it comes from the tape and from screens that were drawn from it: no secret is in it. */
export function tapePage(tape: Tape, { at, sheets }: Pictures, say: Say): string {
  const askedAt = new Map<number, number>();
  const steps: { step: number; ms: number; text: string; isBad: boolean; state?: object; after: string[] }[] = [];
  const calls: CallLine[] = [];
  let ms = 0;
  for (const entry of tape.story) {
    const text = describeEntry(entry, tape, say);
    if (isStep(entry)) {
      ms = entry.ms;
      const call = callOf(tape, entry, askedAt);
      if (call) calls.push(call);
      const isBad = 'fail' in entry || (typeof call?.status === 'number' && call.status >= 400);
      steps.push({ step: entry.step, ms, text, isBad, ...(entry.state ? { state: entry.state } : {}), after: [] });
    } else {
      if ('ask' in entry) askedAt.set(entry.ask, ms);
      steps.at(-1)?.after.push(text);
    }
  }
  const held = { steps, calls, sheets, width: deviceOf(tape).width, ...packed(at) };
  const [first] = at.values();
  const title = escaped(tape.note || say('pageTitle'));
  return `<!doctype html>
<html lang="${first?.look.lang ?? 'zh-CN'}"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head>
<body><header><h1>${title}</h1>${escaped(say('pageAbout', { release: tape.release, steps: steps.length }))}</header>
<nav aria-label="${escaped(say('stepList'))}"><ol></ol></nav>
<main><div class="picture"><iframe sandbox tabindex="-1" title="${escaped(say('pagePicture'))}"></iframe></div><div class="facts" tabindex="0"><div id="facts"></div><pre id="state"></pre>
<table><caption>${escaped(say('pageCalls'))}</caption><tbody id="calls"></tbody></table></div></main>
<script type="application/json" id="tape">${inScript(held)}</script><script>${script}</script></body></html>
`;
}
