/** A file or folder that is not accepted, and why. */
interface RejectedFile {
  /** From the dropped folder on, such as `Wedding/Ceremony/IMG_1.jpg`. */
  path: string;
  reason: string;
}

export interface FileChoice {
  files: File[];
  rejectedFiles: RejectedFile[];
  /** Number of files of the system that were left out. */
  leftOut: number;
}

/** What systems write into folders for themselves: nobody means to upload it. */
const LITTER =
  /^(?:\._.*|\.DS_Store|\.Spotlight-.*|\.Trashes|\.fseventsd|\.TemporaryItems|__MACOSX|Thumbs\.db|desktop\.ini)$/i;

/** The files of a picker, chosen one by one or as a folder. */
export function chosenFiles(list: FileList | null): FileChoice {
  const all = [...(list ?? [])];
  const files = all.filter(({ name, webkitRelativePath: path }) =>
    (path || name).split('/').every((part) => !LITTER.test(part)),
  );
  return { files, rejectedFiles: [], leftOut: all.length - files.length };
}

/** The files of a drop and of its folders. Call it in the event handler: afterwards the items are gone. */
export async function droppedFiles({ items }: DataTransfer): Promise<FileChoice> {
  const choice: FileChoice = { files: [], rejectedFiles: [], leftOut: 0 };
  // Only what comes from a disk has an entry.
  const dropped = [...items].map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  for (const item of dropped) {
    if (item instanceof File) choice.files.push(item);
    else if (item) await addEntry(item, choice);
  }
  return choice;
}

/** Adds a file, or all files of a folder. */
async function addEntry(entry: FileSystemEntry, choice: FileChoice): Promise<void> {
  if (LITTER.test(entry.name)) {
    choice.leftOut += 1;
    return;
  }
  const reject = (reason: string) =>
    choice.rejectedFiles.push({ path: entry.fullPath.slice(1), reason });
  try {
    if (entry.isFile) {
      choice.files.push(await fileOf(entry as FileSystemFileEntry));
      return;
    }
    const children = await childrenOf(entry as FileSystemDirectoryEntry);
    if (children.length === 0) reject('This folder is empty');
    for (const child of children) await addEntry(child, choice);
  } catch {
    reject(entry.isFile ? 'This file cannot be read' : 'This folder cannot be read');
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** Browsers return the content of a folder in portions of about a hundred. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (portion.length === 0) return children;
    children.push(...portion);
  }
}
