/** No more files are read, so that a whole disk dropped by mistake does not block the page. */
const MAX_FILES = 1000;

/** A file and its path from the chosen folder on, such as `Wedding/Ceremony/IMG_1.jpg`. */
interface FileInFolder {
  path: string;
  file: File;
}

/** A file or folder that is not accepted, and why. */
export interface RejectedFile {
  path: string;
  reason: string;
}

type Found = FileInFolder | RejectedFile;

/** What systems write into folders for themselves: nobody means to upload it. */
const LITTER =
  /^(?:\._.*|\.DS_Store|\.Spotlight-.*|\.Trashes|\.fseventsd|\.TemporaryItems|__MACOSX|Thumbs\.db|desktop\.ini)$/i;

const isLitter = (path: string) => path.split('/').some((name) => LITTER.test(name));

export interface FileChoice {
  files: File[];
  rejectedFiles: RejectedFile[];
  /** Number of files of the system that were left out. */
  leftOut: number;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** Browsers return the content of a folder in portions of about a hundred. */
async function* childrenOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader();
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (portion.length === 0) return;
    yield* portion;
  }
}

async function* filesIn(entry: FileSystemEntry): AsyncGenerator<Found> {
  const path = entry.fullPath.replace(/^\//, '');
  try {
    if (entry.isFile) {
      yield { path, file: await fileOf(entry as FileSystemFileEntry) };
      return;
    }
    if (isLitter(path)) {
      yield { path, reason: 'This folder belongs to the system' };
      return;
    }
    let isEmpty = true;
    for await (const child of childrenOf(entry as FileSystemDirectoryEntry)) {
      isEmpty = false;
      yield* filesIn(child);
    }
    if (isEmpty) yield { path, reason: 'This folder is empty' };
  } catch {
    yield {
      path,
      reason: entry.isFile ? 'This file cannot be read' : 'This folder cannot be read',
    };
  }
}

/** Files with the same name from several folders are named by their whole paths. */
function named(found: readonly FileInFolder[]): File[] {
  const counts = new Map<string, number>();
  const keyOf = ({ file }: FileInFolder) => file.name.toLowerCase();
  for (const item of found) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return found.map((item) => {
    const { file, path } = item;
    if (counts.get(keyOf(item)) === 1 || !path.includes('/')) return file;
    const { type, lastModified } = file;
    return new File([file], path.replaceAll('/', ' - '), { type, lastModified });
  });
}

function choiceOf(all: readonly Found[]): FileChoice {
  const found = all.filter(({ path }) => !isLitter(path));
  const files = found.filter((item) => 'file' in item);
  const rejectedFiles = found.filter((item) => 'reason' in item);
  const beyond = files.slice(MAX_FILES);
  const reason = `Only ${MAX_FILES} files are taken at once`;
  return {
    files: named(files.slice(0, MAX_FILES)),
    rejectedFiles: [...rejectedFiles, ...beyond.slice(0, 1).map(({ path }) => ({ path, reason }))],
    leftOut: all.length - found.length,
  };
}

/** The files of a picker, chosen one by one or as a folder. */
export function chosenFiles(files: FileList | null): FileChoice {
  return choiceOf(
    [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })),
  );
}

interface Dropped {
  entry: FileSystemEntry | null;
  file: File | null;
}

async function* filesOf(dropped: readonly Dropped[]): AsyncGenerator<Found> {
  for (const { entry, file } of dropped) {
    if (entry) yield* filesIn(entry);
    else if (file) yield { path: file.name, file };
  }
}

/** The files of a drop and of its folders. Call it in the event handler: afterwards the items are gone. */
export async function droppedFiles({ items }: DataTransfer): Promise<FileChoice> {
  const dropped = [...items].map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }));
  const found: Found[] = [];
  let meant = 0;
  for await (const item of filesOf(dropped)) {
    found.push(item);
    if (!isLitter(item.path)) meant += 1;
    if (meant > MAX_FILES) break;
  }
  return choiceOf(found);
}
