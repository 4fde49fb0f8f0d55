// `npm start -- --demo`: one account with projects in every status and pictures, made through the public API.
import { ApiClient } from './api-client.ts';
import { develop } from './painting.ts';
import { samplePictures } from './pictures.ts';
import { sampleProjects } from './sample-projects.ts';

export interface DemoOptions {
  apiUrl: string;
  /** The inbox that receives the verification mail, when it is ours. */
  mailUrl: string | undefined;
  say: (line: string) => void;
}

/** For a stack on the reader's own machine; it protects nothing. */
const account = { email: 'demo@studiolo.example', password: 'darkroom' };

/** Makes the account unless it is there already, and tells its login. */
export async function seedDemo({ apiUrl, mailUrl, say }: DemoOptions): Promise<void> {
  const api = new ApiClient(apiUrl, mailUrl);
  if (!(await api.login(account))) {
    say('Making the demonstration account …');
    await api.signUp(account, 'Ada Lindqvist');
    for (const { pictures = [], documents = {}, ...fields } of sampleProjects) {
      const id = await api.createProject(fields);
      for (const name of pictures) {
        const { painting, width, height } = samplePictures[name];
        await api.upload(id, `${name}.png`, develop(painting, width, height));
      }
      for (const [name, bytes] of Object.entries(documents)) await api.upload(id, name, bytes);
      say(`  made   ${fields.title}`);
    }
  }
  say(`\n  Sign in as ${account.email} with the password ${account.password}\n`);
}
