import type { HelpParts } from '../../help';
import { authority } from './authority';
import { base } from './base';
import { desk } from './desk';
import { flow } from './flow';
import { job } from './job';
import { lease } from './lease';
import { monitor } from './monitor';
import { own } from './own';
import { portfolioHelp } from './portfolio';
import { reports } from './reports';
import { resource } from './resource';
import { system } from './system';
import { tool } from './tool';
import { work } from './work';

export const help: HelpParts['areas'] = {
  own,
  lease: { ...lease, ...portfolioHelp },
  desk,
  work,
  flow,
  reports,
  job,
  monitor,
  resource,
  base,
  authority,
  system,
  tool,
};
