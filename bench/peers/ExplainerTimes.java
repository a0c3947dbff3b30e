import diuf.sudoku.Grid;
import diuf.sudoku.Settings;
import diuf.sudoku.solver.Solver;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Rates the puzzle of a line by SukakuExplainer, and prints ER, EP, ED and its CPU nanoseconds. Then the next line. */
public class ExplainerTimes {
    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err); // it has its own messages
        Settings settings = Settings.getInstance();
        settings.setBringBackSE121(true); // the techniques of Sudoku Explainer 1.2.1
        settings.Settings_Variants();
        settings.setlkSudokuURUL(false); // later versions find more unique loops and graves than 1.2.1
        settings.setlkSudokuBUG(false);
        settings.setNumThreads(1);
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            long started = clock.getCurrentThreadCpuTime();
            Grid grid = new Grid();
            grid.fromString(line.trim());
            grid.adjustPencilmarks();
            Solver solver = new Solver(grid);
            if (line.trim().length() < 729) {
                solver.rebuildPotentialValues();
            }
            solver.getDifficulty();
            long nanoseconds = clock.getCurrentThreadCpuTime() - started;
            answers.println(solver.difficulty + " " + solver.pearl + " " + solver.diamond + " " + nanoseconds);
            answers.flush();
        }
    }
}
